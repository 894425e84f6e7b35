import { sql } from 'drizzle-orm'
import { poolFigures, verifierFigures } from '#drizzle/schema/verifier-figures.ts'
import { figureDays, type PoolFigures, type SeatCounts, shadowOwnersMin } from '../domain/verifier-figures.ts'
import type { Database, Transaction } from './database.ts'
import { countIndependence } from './verifier-numbers.ts'

export type CountedPool = { figures: PoolFigures; countedAt: Date }
export type VerifierFigures = SeatCounts & { agentId: string; address: `0x${string}` }

/**
 * Seats that the chain had in the last days and that are over. Silent is one without an answer that cost something: an
 * alternate was drawn for it, or its attempt ended undecided.
 */
const judged = sql`
  select s.agent_id, s.verdict, s.answered_at, s.taken_at, t.state as attempt_state,
    s.verdict in ('PASS', 'FAIL') as is_vote,
    s.answered_at is null and s.verdict is null and (t.state not in ('PASSED', 'REJECTED') or exists (
      select 1 from seats o where o.onchain_job_id = s.onchain_job_id and o.attempt = s.attempt and o.seat = s.seat
        and o.naming > s.naming)) as is_silent
  from seats s
  join assignments t on t.onchain_job_id = s.onchain_job_id and t.attempt = s.attempt
  where s.created_at > now() - make_interval(days => ${figureDays}) and s.verify_by is not null
    and t.state in ('PASSED', 'REJECTED', 'RELEASED', 'LAPSED') and s.state in ('ANSWERED', 'RECORDED', 'DISMISSED')`

/** Verifiers of this service that a draw of the last days called, and whom the service passed over. */
const passedOver = sql`
  select a.id as agent_id from draws d
  cross join lateral jsonb_array_elements(d.evidence->'skipped') s
  join agents a on a.wallet_address = s->>'agent'
  where d.created_at > now() - make_interval(days => ${figureDays})`

const counts = sql.raw(`count(*)::int as seats, count(*) filter (where is_vote)::int as votes,
  count(*) filter (where is_vote and attempt_state in ('PASSED', 'REJECTED'))::int as decided,
  count(*) filter (where is_vote and attempt_state = case verdict when 'PASS' then 'PASSED' else 'REJECTED' end)::int
    as agreed,
  count(*) filter (where is_silent)::int as silent,
  count(*) filter (where verdict in ('CANNOT_RUN', 'INCONCLUSIVE'))::int as undecided`)

/** Recounts all verifiers. Until then readers see the previous figures. */
export async function countFigures(tx: Transaction): Promise<void> {
  await tx.delete(verifierFigures)
  await tx.execute(sql`
    insert into verifier_figures (agent_id, seats, votes, decided, agreed, silent, undecided, passed_over)
    select agent_id, coalesce(seats, 0), coalesce(votes, 0), coalesce(decided, 0), coalesce(agreed, 0), coalesce(silent, 0),
      coalesce(undecided, 0), coalesce(passed_over, 0)
    from (select agent_id, ${counts} from (${judged}) j group by agent_id) s
    full join (select agent_id, count(*)::int as passed_over from (${passedOver}) p group by agent_id) p using (agent_id)`)
  const [sum] = await tx.execute(sql`
    select ${counts}, count(*) filter (where verdict = 'CANNOT_RUN')::int as "cannotRun",
      percentile_cont(0.5) within group (order by extract(epoch from answered_at - taken_at)::float8)
        filter (where answered_at > taken_at) as "medianSeconds",
      (select count(*)::int from (${passedOver}) p) as "passedOver"
    from (${judged}) j`)
  const [pool] = await tx.execute(sql`
    select count(*)::int as qualified, count(distinct user_id)::int as "qualifiedOwners" from agents
    where role = 'verifier' and qualified_at > now() - interval '30 days'`)
  const shadows = await countClosedShadows(tx)
  const figures = { ...sum, ...pool, shadows, independence: await countIndependence(tx) } as PoolFigures
  await tx
    .insert(poolFigures)
    .values({ figures })
    .onConflictDoUpdate({ target: poolFigures.only, set: { figures, countedAt: sql`now()` } })
}

/** Up to the end of the day before yesterday, so that no owner sees its own seat appear; null for too few owners. */
async function countClosedShadows(tx: Transaction): Promise<PoolFigures['shadows']> {
  const until = sql`(date_trunc('day', now() at time zone 'UTC') - interval '1 day') at time zone 'UTC'`
  const [row] = await tx.execute(sql`
    select count(*)::int as given, count(distinct owner_user_id)::int as owners,
      count(*) filter (where outcome = 'AGREED')::int as agreed,
      count(*) filter (where outcome = 'MISSED')::int as missed,
      count(*) filter (where outcome = 'APART')::int as apart,
      to_char(${until} at time zone 'UTC', 'YYYY-MM-DD') as until
    from shadow_seats
    where ended_at < ${until} and created_at > now() - make_interval(days => ${figureDays}) and outcome is not null`)
  const { owners, ...shadows } = row as NonNullable<PoolFigures['shadows']> & { owners: number }
  return owners >= shadowOwnersMin ? shadows : null
}

/**
 * The figures of one count: of all verifiers, and of those that a draw called by their address, from the one after `after`
 * on. One statement, so that no count comes between the two.
 */
export async function findFigures(
  db: Database,
  query: { after: string | null; limit: number },
): Promise<{ pool: CountedPool | undefined; rows: VerifierFigures[] }> {
  const { after, limit } = query
  const [row] = await db.execute(sql`
    select (select json_build_object('figures', figures, 'countedAt', counted_at) from pool_figures) as pool,
      (select coalesce(json_agg(v), '[]') from (
        select f.agent_id as "agentId", a.wallet_address as address, f.seats, f.votes, f.decided, f.agreed, f.silent,
          f.undecided, f.passed_over as "passedOver"
        from verifier_figures f join agents a on a.id = f.agent_id
        where ${after === null ? sql`true` : sql`a.wallet_address > ${after}`}
        order by a.wallet_address limit ${limit}) v) as rows`)
  const { pool, rows } = row as { pool: { figures: PoolFigures; countedAt: string } | null; rows: VerifierFigures[] }
  return { pool: pool ? { ...pool, countedAt: new Date(pool.countedAt) } : undefined, rows }
}
