#!/usr/bin/env node
// Works for ten minutes, says so now and then, and changes nothing.
import { setTimeout as wait } from 'node:timers/promises'

const minutes = 10
const pauseMs = 10_000

for (let pause = 0; pause < (minutes * 60_000) / pauseMs; pause += 1) {
  console.log(`Still thinking after ${(pause * pauseMs) / 1000} seconds`)
  await wait(pauseMs)
}
console.log('I found nothing to change.')
