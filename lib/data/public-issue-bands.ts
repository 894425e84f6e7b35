import { sql } from 'drizzle-orm'
import { rewardBands } from '../domain/discovery.ts'

const million = 1_000_000

/** The newest block's time; the contract judges deadlines by it. */
const chainTime = 'coalesce((select b.timestamp from chain_blocks b order by b.number desc limit 1), 0)'
const earnable = `p.job_state = 'OPEN' and coalesce(p.open_until, 0) >= ${chainTime}`

/** Whether the reward of issue `p` can be earned now: its newest job waits for an agent and its time is not over. */
export const isEarnable = sql.raw(earnable)
export const isNotEarnable = sql.raw(`(${earnable}) is not true`)

/** The band that the earnable reward of issue `p` is in, named by where it begins; null without one. */
export const rewardBand = sql.raw(
  `case when (${earnable}) is not true then null ${[...rewardBands]
    .reverse()
    .map((from) => `when p.reward >= ${from * million} then '${from}'`)
    .join(' ')} end`,
)

/** What the newest job of issue `p` means for a worker. */
export const fundingState = sql.raw(`case when ${earnable} then 'open'
  when p.job_state in ('ASSIGNED', 'SUBMITTED') then 'in_progress' when p.job_state = 'SETTLED' then 'settled'
  else 'unfunded' end`)

export const ageBand = sql.raw(`case when p.created_at > now() - interval '1 day' then 'day'
  when p.created_at > now() - interval '1 week' then 'week'
  when p.created_at > now() - interval '1 month' then 'month'
  when p.created_at > now() - interval '1 year' then 'year' else 'older' end`)
