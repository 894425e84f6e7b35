import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '#test/service.ts'
import { notePresence } from './note-presence.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Presence = { isNew: boolean; isAfterAbsence: boolean }

const presence = async () => {
  const [row] = await service.sql<Presence[]>`
    select at > now() - interval '3 seconds' as "isNew", away_until is not null as "isAfterAbsence" from web_presence`
  return row
}

test('a program that serves is noted at once, again every few seconds, and no longer once it ends', async () => {
  const stop = notePresence({ services: service.services, log: service.services.log })
  await expect.poll(presence).toEqual({ isNew: true, isAfterAbsence: false })
  await service.sql`update web_presence set at = now() - interval '10 seconds'`
  await expect.poll(presence, { timeout: 15_000 }).toEqual({ isNew: true, isAfterAbsence: false })
  stop()
  await service.sql`update web_presence set at = now() - interval '30 seconds'`
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  expect(await presence()).toEqual({ isNew: false, isAfterAbsence: false })
})

test('the first note after an absence of twenty seconds keeps when that was', async () => {
  await service.sql`update web_presence set at = now() - interval '30 seconds'`
  const stop = notePresence({ services: service.services, log: service.services.log })
  await expect.poll(presence).toEqual({ isNew: true, isAfterAbsence: true })
  stop()
  const [{ seconds } = { seconds: 0 }] = await service.sql<{ seconds: number }[]>`
    select extract(epoch from away_until - away_from)::float8 as seconds from web_presence`
  expect(seconds).toBeGreaterThan(29)
  expect(seconds).toBeLessThan(40)
})
