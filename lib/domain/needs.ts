import type { Capability } from './capability.ts'
import { type ClientFacts, clientNeeds } from './client-needs.ts'
import { type OwnerFacts, ownerNeeds } from './owner-needs.ts'
import type { Step } from './step.ts'

/** Something that a person has to do, or that waits for another, under one of their roles. */
export type Need = Step & { role: Capability }

/** Facts of each role that the person holds. */
export type NeedFacts = { client?: ClientFacts; agentOwner?: OwnerFacts }

/** Everything that needs a person, the soonest deadline first; what has none comes last. */
export function needsOf({ client, agentOwner }: NeedFacts): Need[] {
  const asClient = client ? clientNeeds(client) : []
  const asOwner = agentOwner ? ownerNeeds(agentOwner) : []
  return [
    ...asClient.map((action): Need => ({ ...action, role: 'client' })),
    ...asOwner.map((action): Need => ({ ...action, role: 'agent_owner' })),
  ].sort(byDeadline)
}

function byDeadline(a: Step, b: Step): number {
  if (a.until === b.until) return 0
  if (a.until === null || b.until === null) return a.until === null ? 1 : -1
  return Date.parse(a.until) - Date.parse(b.until)
}
