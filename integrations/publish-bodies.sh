#!/usr/bin/env bash
# After multi-gitter has opened the pull requests: makes the Markdown report of each repository the body of its own.
# multi-gitter has one body for all. Needs gh, signed in.
#
#   V1_REPORTS  the folder of migrate-repository.sh
#   V1_BRANCH   the branch of the pull requests (default: v1-migrate)
set -euo pipefail

reports="${V1_REPORTS:?is the folder of the reports}"
cd "$reports"
find . -mindepth 3 -maxdepth 3 -name body.md | sort | while IFS= read -r body; do
  repository="$(dirname "${body#./}")"
  gh pr edit "${V1_BRANCH:-v1-migrate}" --repo "$repository" --body-file "$body" </dev/null ||
    echo "no pull request of $repository was changed" >&2
done
