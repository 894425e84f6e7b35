import { createHmac, randomUUID } from 'node:crypto'
import { atHost } from './journey.ts'
import type { Service } from './service.ts'

/** A database row without the columns that tell when it was looked at. */
const unseen = `- 'checked_at'`

/**
 * A fingerprint of every row of every table, but for the inbox itself and the notes of when something was last seen.
 * Equal before and after whatever must not change anything.
 */
export async function worldOf(service: Service): Promise<Record<string, string>> {
  const tables = await service.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('webhook_inbox', 'session_uses', 'sweep_cursors', 'worker_reports') order by 1`
  const prints: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await service.sql.unsafe(
      `select count(*) || ' ' || coalesce(md5(string_agg(row, '|' order by row)), '') as print
       from (select (to_jsonb(t) ${unseen})::text as row from "${name}" t) rows`,
    )
    prints[name] = row?.print
  }
  return prints
}

/** Waits until the host has sent everything. */
export async function settle(service: Service): Promise<void> {
  await atHost(service, 'POST', '/deliveries/settle')
}

export async function waitingDeliveries(service: Service): Promise<string[]> {
  const rows = await service.sql<{ id: string }[]>`
    select id from webhook_inbox where processed_at is null and dead_at is null order by received_at`
  return rows.map((row) => row.id)
}

/** Delivers a body as the repository host would, under a fresh id unless one is given. */
export async function deliver(
  service: Service,
  event: string,
  body: string,
  id: string = randomUUID(),
): Promise<Response> {
  const signature = createHmac('sha256', service.host.app.webhookSecret).update(body).digest('hex')
  const headers = {
    'x-hub-signature-256': `sha256=${signature}`,
    'x-github-delivery': id,
    'x-github-event': event,
  }
  return service.router(new Request(`${service.origin}/api/v1/webhooks/github/`, { method: 'POST', body, headers }))
}

/** The same order for the same seed. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const rest = [...items]
  const mixed: T[] = []
  let state = seed >>> 0
  while (rest.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    mixed.push(...rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1))
  }
  return mixed
}

export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  )
}
