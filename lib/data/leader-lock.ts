import postgres from 'postgres'

export type LeaderLock = {
  /** True while this process leads; takes the lead when nobody has it. */
  holds: () => Promise<boolean>
  close: () => Promise<void>
}

/**
 * An advisory lock on a connection of its own, so that it is free again the moment that connection or its process dies.
 * The connection is never shared: a pool would hand it on.
 */
export function openLeaderLock(url: string, key: number): LeaderLock {
  const client = postgres(url, {
    max: 1,
    max_lifetime: null,
    onnotice: () => undefined,
    connection: { application_name: 'jobwright-leader', statement_timeout: 10_000 },
  })
  return {
    holds: async () => {
      const [row] = await client<{ leads: boolean }[]>`
        select case when exists (
          select 1 from pg_locks where locktype = 'advisory' and objid = ${key} and pid = pg_backend_pid() and granted
        ) then true else pg_try_advisory_lock(${key}) end as leads`
      return row?.leads ?? false
    },
    close: () => client.end({ timeout: 2 }),
  }
}
