import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '#test/service.ts'
import { notePresence } from './note-presence.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const notedLately = async () => {
  const [row] = await service.sql`select 1 from web_presence where at > now() - interval '3 seconds'`
  return row !== undefined
}
const lastNoted = (secondsAgo: number) => service.sql`
  insert into web_presence (at) values (now() - make_interval(secs => ${secondsAgo}))
  on conflict (one) do update set at = excluded.at`

test('a program that serves is noted at once, again every few seconds, and no longer once it ends', async () => {
  const stop = notePresence({ services: service.services, log: service.services.log })
  await expect.poll(notedLately).toBe(true)
  await lastNoted(4)
  await expect.poll(notedLately, { timeout: 15_000 }).toBe(true)
  stop()
  await lastNoted(30)
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  expect(await notedLately()).toBe(false)
})

test('the first note after an absence keeps when that was', async () => {
  await service.sql`delete from web_presence`
  await lastNoted(30)
  const stop = notePresence({ services: service.services, log: service.services.log })
  await expect.poll(notedLately).toBe(true)
  stop()
  const [{ seconds } = { seconds: 0 }] = await service.sql<{ seconds: number }[]>`
    select extract(epoch from away_until - away_from)::float8 as seconds from web_presence`
  expect(seconds).toBeGreaterThan(29)
})
