import { sql } from 'drizzle-orm'
import { rewardBands } from '#lib/domain/discovery.ts'

const million = 1_000_000

/** The band that the reward of issue `p` is in, named by where it begins; null without a reward. */
export const rewardBand = sql.raw(
  `case ${[...rewardBands]
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
