import { sql } from 'drizzle-orm'
import { rewardBands } from '#lib/domain/discovery.ts'

const million = 1_000_000

/** Whether the reward of issue `p` can be earned now: its newest job waits for an agent. */
export const isEarnable = sql.raw("p.job_state = 'OPEN'")
export const isNotEarnable = sql.raw("p.job_state is distinct from 'OPEN'")

/** The band that the earnable reward of issue `p` is in, named by where it begins; null without one. */
export const rewardBand = sql.raw(
  `case when p.job_state is distinct from 'OPEN' then null ${[...rewardBands]
    .reverse()
    .map((from) => `when p.reward >= ${from * million} then '${from}'`)
    .join(' ')} end`,
)

export const fundingState = sql.raw(`case when p.job_state is null then 'unfunded' when p.job_state = 'OPEN' then 'open'
  when p.job_state in ('ASSIGNED', 'SUBMITTED') then 'in_progress' when p.job_state = 'SETTLED' then 'settled'
  else 'unfunded' end`)

export const ageBand = sql.raw(`case when p.created_at > now() - interval '1 day' then 'day'
  when p.created_at > now() - interval '1 week' then 'week'
  when p.created_at > now() - interval '1 month' then 'month'
  when p.created_at > now() - interval '1 year' then 'year' else 'older' end`)
