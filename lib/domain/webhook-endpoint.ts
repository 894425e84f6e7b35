import { at, type Step, step } from './step.ts'

/** How many endpoints one account may have. */
export const endpointsMax = 5

export const disabledReasons = ['OWNER', 'GONE', 'FAILING'] as const
/** `GONE`: it answered 410. `FAILING`: every attempt of five days failed. */
export type DisabledReason = (typeof disabledReasons)[number]

/** Why we disable an endpoint, as opposed to its owner. */
export const faultReasons = ['GONE', 'FAILING'] as const satisfies readonly DisabledReason[]
export type FaultReason = (typeof faultReasons)[number]

type EndpointFacts = { id: string; disabledReason: DisabledReason | null; failingSince: Date | null }

/** What the account can do next about an endpoint. */
export function endpointActions({ id, disabledReason, failingSince }: EndpointFacts): Step[] {
  if (disabledReason) return [enableAction(id, 'Enable it once the receiver works.')]
  if (!failingSince) return []
  return [
    step('anyone', 'read_deliveries', 'See why deliveries fail.', at('listWebhookDeliveries', { endpoint_id: id })),
  ]
}

export function enableAction(id: string, text: string): Step {
  return {
    ...step('anyone', 'enable_endpoint', text, at('updateWebhookEndpoint', { endpoint_id: id })),
    body: { enabled: true },
  }
}
