import type { AgentLimits } from '../../domain/agent.ts'
import { Failure } from '../../domain/failure.ts'
import { type Context, requirePerson, requireUser } from '../context.ts'

/** The limits with their networks in shortest form; refuses what is no network. They fence a thief in, so no program sets them. */
export function withNetworks(ctx: Context, limits: Partial<AgentLimits>): Partial<AgentLimits> {
  if (!limits.networks) return limits
  requirePerson(requireUser(ctx))
  const read = limits.networks.map((text) => ({ text, network: ctx.runtimes.readNetwork(text) }))
  const errors = read.flatMap(({ network }, index) =>
    network ? [] : [{ pointer: `/limits/networks/${index}`, message: 'not a network such as 192.0.2.0/24' }],
  )
  if (errors.length > 0) throw new Failure('invalid_request', 'Write networks in CIDR notation.', { errors })
  return { ...limits, networks: [...new Set(read.flatMap(({ network }) => network ?? []))] }
}
