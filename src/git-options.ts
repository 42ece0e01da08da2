/**
 * What every call of git begins with. A repository that was downloaded must not choose a program to run: `core.fsmonitor` names
 * one. And who only asks must not write: no index is refreshed, so no lock is in the way of whoever works there.
 */
export const GIT_OPTIONS: readonly string[] = ['-c', 'core.fsmonitor=false', '--no-optional-locks'];
