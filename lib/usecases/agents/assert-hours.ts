import { isKnownTimeZone } from '../../data/agents.ts'
import type { AgentLimits } from '../../domain/agent.ts'
import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'

/** Refuses hours in a zone that the database cannot reckon in: one such agent would stop the search for every job. */
export async function assertHours(ctx: Context, { hours }: Partial<AgentLimits>): Promise<void> {
  if (!hours || (await isKnownTimeZone(ctx.db, hours.time_zone))) return
  throw new Failure('invalid_request', `There is no time zone ${hours.time_zone}.`, {
    errors: [{ pointer: '/limits/hours/time_zone', message: 'not an IANA time zone' }],
  })
}
