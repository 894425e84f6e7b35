import { setTimeout as wait } from 'node:timers/promises'
import type { Setting } from '../demo/journey.ts'
import { type BooksCheck, checkBooks, isClean, since } from './check-books.ts'
import { type Load, secondsAfter } from './loads.ts'
import { patientFetch } from './patient-fetch.ts'
import { playUnder } from './spell.ts'
import type { Row } from './table.ts'
import type { Sky, Weather } from './weather.ts'

export type Bench = { sky: Sky; setting: Setting; databaseUrl: string }

/** Plays every load under one weather, then waits at most two minutes for books without a fault. */
export async function measure(
  bench: Bench,
  [name, weather]: [string, Weather],
  loads: readonly [string, Load][],
): Promise<Row> {
  const { sky, setting } = bench
  const countCalls = () => sky.wires.reduce((sum, wire) => sum + wire.calls(), 0)
  const [startedAt, callsBefore] = [Date.now(), countCalls()]
  const earlier = await readBooks(bench)
  const troubles: string[] = []
  let clearedAt = startedAt
  for (const [called, load] of loads) {
    console.log(`\n== ${name}: ${called} (${weather.description})`)
    const giveUpAt = Date.now() + (sky.seconds + load.secondsAfter) * 1_000
    const send = globalThis.fetch
    globalThis.fetch = patientFetch(setting.places.origin, send, giveUpAt)
    try {
      clearedAt = await playUnder(weather, sky, load, setting)
    } catch (error) {
      clearedAt = Date.now()
      console.error(error)
      troubles.push(`${called}: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      globalThis.fetch = send
    }
  }
  const books = await untilClean(bench, earlier, clearedAt + secondsAfter * 1_000)
  if (!isClean(books)) troubles.push('the books have faults')
  const trouble = troubles.join('; ').replaceAll(/[|\n]/g, ' ').slice(0, 300)
  console.log(`== ${name}: ${trouble || 'fine'} ${JSON.stringify(books)}`)
  return { weather: name, seconds: (Date.now() - startedAt) / 1_000, calls: countCalls() - callsBefore, books, trouble }
}

function readBooks({ sky, setting, databaseUrl }: Bench): Promise<BooksCheck> {
  return checkBooks({ node: sky.node, databaseUrl, ledger: setting.ledger })
}

async function untilClean(bench: Bench, earlier: BooksCheck, deadline: number): Promise<BooksCheck> {
  for (;;) {
    const books = since(earlier, await readBooks(bench))
    if (isClean(books) || Date.now() > deadline) return books
    await wait(1_000)
  }
}
