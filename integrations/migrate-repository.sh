#!/usr/bin/env bash
# One repository of many: migrates the working tree that it is started in. The reports go elsewhere, so that they are
# not committed.
#
#   V1_BASE_URL  where the platform lives; not needed where the repository has a config that says so
#   V1_REPORTS   an absolute folder for the reports; each repository gets one in it
#   V1_PATHS     what to migrate, separated by blanks (default: all)
#   V1_MIGRATE   the command (default: npx --yes v1-migrate)
#   REPOSITORY   owner/name, set by multi-gitter (default: the name of the folder)
set -euo pipefail
set -f

read -r -a v1 <<<"${V1_MIGRATE:-npx --yes v1-migrate}"
read -r -a paths <<<"${V1_PATHS:-.}"
reports="${V1_REPORTS:?is an absolute folder for the reports}/${REPOSITORY:-$(basename "$PWD")}"
base=()
[ -z "${V1_BASE_URL:-}" ] || base=(--base-url "$V1_BASE_URL")

mkdir -p "$reports"
# 3: some files could not be done. The others are, and the report names those.
"${v1[@]}" "${paths[@]}" "${base[@]}" --quiet --reporter "json=$reports/report.json" >/dev/null || [ $? -eq 3 ]
"${v1[@]}" report --from "$reports/report.json" --quiet \
  --reporter "html=$reports/review.html" --reporter markdown >"$reports/body.md"
