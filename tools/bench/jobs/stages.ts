import type postgres from 'postgres'
import type { Blocks } from './blocks.ts'

/** What happened to a job, in milliseconds of this machine's clock; the database runs on the same machine. */
type Moments = Record<
  'funded' | 'offered' | 'accepted' | 'assigned' | 'delivered' | 'submitted' | 'seated' | 'decided' | 'settled',
  number
>
export type Stage = { name: string; median: number; longest: number }

const stages: [string, keyof Moments, keyof Moments][] = [
  ['funded → offered', 'funded', 'offered'],
  ['offered → accepted', 'offered', 'accepted'],
  ['accepted → assigned on chain', 'accepted', 'assigned'],
  ['assigned → delivered', 'assigned', 'delivered'],
  ['delivered → submitted on chain', 'delivered', 'submitted'],
  ['submitted → seated on chain', 'submitted', 'seated'],
  ['seated → quorum of verdicts', 'seated', 'decided'],
  ['quorum → paid on chain', 'decided', 'settled'],
]

/** Seconds between the steps of these jobs, each of which is settled. */
export async function readStages(sql: postgres.Sql, ids: readonly string[], blocks: Blocks): Promise<Stage[]> {
  const all = await Promise.all(ids.map((id) => readMoments(sql, id, blocks)))
  return stages.map(([name, from, to]) => {
    const seconds = all.map((moments) => (moments[to] - moments[from]) / 1_000).sort((a, b) => a - b)
    return {
      name,
      median: seconds[Math.floor(seconds.length / 2)] ?? Number.NaN,
      longest: seconds.at(-1) ?? Number.NaN,
    }
  })
}

async function readMoments(sql: postgres.Sql, id: string, { minedAt }: Blocks): Promise<Moments> {
  const logs = await sql<{ name: string; block: string }[]>`
    select event_name as name, block_number::text as block from chain_logs where onchain_job_id = ${id} order by block_number`
  const mined = (name: string) => {
    const block = logs.find((log) => log.name === name)?.block
    return (block && minedAt.get(BigInt(block))) || Number.NaN
  }
  const events = await sql<{ name: string; at: Date }[]>`
    select name, created_at as at from events where subject_type = 'job' and subject_id = ${id} order by created_at`
  const recorded = (name: string, place = 0) =>
    events.filter((event) => event.name === name)[place]?.at.getTime() ?? Number.NaN
  return {
    funded: mined('JobCreated'),
    offered: recorded('job.offered'),
    accepted: recorded('job.offer_accepted'),
    assigned: mined('JobAssigned'),
    delivered: recorded('job.result_delivered'),
    submitted: mined('ResultSubmitted'),
    seated: mined('Seated'),
    // Two of three verdicts decide.
    decided: recorded('job.verdict_given', 1),
    settled: mined('JobSettled'),
  }
}
