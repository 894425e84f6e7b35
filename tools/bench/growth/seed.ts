import postgres from 'postgres'
import { histories } from './seed-histories.ts'
import { jobsAndWork } from './seed-jobs.ts'
import { peopleAndAgents } from './seed-people.ts'

/**
 * Fills a migrated, empty database with so many agents and as many jobs, all in transactions that guarded tables accept,
 * so that every constraint holds for the rows. A third of the agents are verifiers; 35 of 100 jobs are worked on, 20 are open.
 */
export async function seedGrowth(url: string, size: number): Promise<void> {
  const sql = postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: 'jobwright-seed', synchronous_commit: 'off', maintenance_work_mem: '256MB' },
  })
  try {
    await sql.unsafe(
      `create temp table size as select ${size} as n, ${Math.floor(size / 4) + 8} as owners, ${Math.floor(size / 10) + 8} as clients`,
    )
    await sql.unsafe(names)
    for (const statement of [...peopleAndAgents, ...jobsAndWork, ...histories])
      await sql.begin(async (tx) => {
        await tx`select set_config('jobwright.transaction', 'on', true)`
        await tx.unsafe(statement)
      })
    await sql.unsafe('vacuum analyze')
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Ids, addresses and hashes by number, which are in the order of the numbers as those of the product are in that of time. */
const names = `
  create function pg_temp.id_of(n bigint) returns uuid language sql immutable as
    $$ select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;
  create function pg_temp.address_of(n bigint) returns text language sql immutable as
    $$ select '0x' || lpad(to_hex(n), 40, '0') $$;
  create function pg_temp.hash_of(n bigint) returns text language sql immutable as
    $$ select '0x' || lpad(to_hex(n), 64, '0') $$;
  create function pg_temp.owner_of(agent bigint) returns bigint language sql stable as
    $$ select agent % (select owners from size) $$;
  create function pg_temp.client_of(job bigint) returns bigint language sql stable as
    $$ select (select owners from size) + job % (select clients from size) $$;
  create function pg_temp.worker_of(job bigint) returns bigint language sql stable as
    $$ select (w / 2) * 3 + 1 + w % 2 from (select job % ((select n from size) / 3 * 2) as w) x $$;
  create function pg_temp.verifier_of(job bigint, seat bigint) returns bigint language sql stable as
    $$ select ((job * 3 + seat) % ((select n from size) / 3)) * 3 $$;`
