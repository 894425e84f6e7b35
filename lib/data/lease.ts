import { and, eq, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { leases } from '#drizzle/schema/requests.ts'
import type { Fence } from './database.ts'

export type Lease = {
  /** True while this process leads; takes the lead when nobody has it. */
  holds: () => Promise<boolean>
  /** Lets only the newest holder write, and renews its lease. */
  fence: Fence
  /** Gives the lead up. */
  close: () => Promise<void>
}

const usualSeconds = 20
/** The lease is renewed when this part of it is used up. */
const renewedAfter = 0.2
const askWithinMs = 5_000

/**
 * The lead of one kind of work. It expires when its holder falls silent, and at once when the holder's connection is
 * gone. Each holder has a higher token than the one before, which its transactions check: a process that was frozen
 * finds its token outdated and writes nothing.
 */
export function openLease(url: string, name: string, seconds = usualSeconds): Lease {
  const holder = crypto.randomUUID()
  let client = openClient(url)
  /** The newest one that was given. What it still allows is decided by the row that it is written against. */
  let token: string | undefined
  let freshUntil = 0

  /** Bounds in this process what a dead connection would never answer; the next query uses another connection. */
  async function bounded<T>(ask: (client: postgres.Sql) => Promise<T>): Promise<T> {
    let late: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_, reject) => {
      late = setTimeout(() => {
        client.end({ timeout: 0 }).catch(() => undefined)
        client = openClient(url)
        reject(Object.assign(new Error('the database does not answer'), { code: 'CONNECT_TIMEOUT' }))
      }, askWithinMs)
    })
    return Promise.race([ask(client), silence]).finally(() => clearTimeout(late))
  }

  return {
    async holds() {
      const askedAt = performance.now()
      if (askedAt < freshUntil) return true
      const given = await bounded((open) => take(open, { name, holder, seconds }))
      if (given === undefined) return false
      token = given
      freshUntil = askedAt + seconds * 1_000 * renewedAfter
      return true
    },
    async fence(tx) {
      const rows = await tx
        .update(leases)
        .set({ expiresAt: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
        .where(and(eq(leases.name, name), eq(leases.holder, holder), eq(leases.token, BigInt(token ?? 0))))
        .returning({ token: leases.token })
      if (rows.length === 0) throw Object.assign(new Error(`the lead of ${name} was lost`), { code: 'LEAD_LOST' })
    },
    async close() {
      const release = (open: postgres.Sql) =>
        open`update leases set expires_at = clock_timestamp() where name = ${name} and holder = ${holder}`
      await bounded(release).catch(() => undefined)
      await client.end({ timeout: 2 })
    },
  }
}

type LeaseRequest = { name: string; holder: string; seconds: number }

/**
 * Renews the lease or takes one that is free; gives its token, or nothing while another process holds it. A transaction of
 * the holder locks the row until it ends, and is renewing it.
 */
async function take(client: postgres.Sql, { name, holder, seconds }: LeaseRequest): Promise<string | undefined> {
  const [row] = await client<{ token: string }[]>`
    with me as (select pid, backend_start from pg_stat_activity where pid = pg_backend_pid()),
    free as (
      select l.name from leases l where l.name = ${name} and (
        l.holder = ${holder} or l.expires_at < clock_timestamp() or not exists (
          select 1 from pg_stat_activity a
          where a.pid = l.backend
            and (a.backend_start is null or l.backend_started_at is null or a.backend_start = l.backend_started_at)))
      for update skip locked
    ),
    renewed as (
      update leases l set holder = ${holder}, backend = me.pid, backend_started_at = me.backend_start,
        token = case when l.holder = ${holder} then l.token else l.token + 1 end,
        expires_at = clock_timestamp() + make_interval(secs => ${seconds})
      from me, free where l.name = free.name returning l.token::text
    ),
    made as (
      insert into leases (name, holder, token, expires_at, backend, backend_started_at)
      select ${name}, ${holder}, 1, clock_timestamp() + make_interval(secs => ${seconds}), me.pid, me.backend_start from me
      where not exists (select 1 from leases where name = ${name})
      on conflict do nothing returning token::text
    )
    select token from renewed union all select token from made
    union all select token::text from leases where name = ${name} and holder = ${holder} and expires_at > clock_timestamp()`
  return row?.token
}

function openClient(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    max_lifetime: null,
    connect_timeout: 5,
    onnotice: () => undefined,
    connection: { application_name: 'jobwright-lease', statement_timeout: 10_000 },
  })
}
