#!/usr/bin/env node
// Lacks what the task needs, and says so.
const cannotRun = 3

console.log('The tests need a compiler that is not installed here.')
process.exit(cannotRun)
