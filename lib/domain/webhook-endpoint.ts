import type { Action } from './action.ts'

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
export function endpointActions({ id, disabledReason, failingSince }: EndpointFacts): Action[] {
  const href = `/api/v1/webhook-endpoints/${id}/`
  if (disabledReason) return [enableAction(id, 'Enable it once the receiver works.')]
  if (!failingSince) return []
  return [action('read_deliveries', 'See why deliveries fail.', 'GET', `${href}deliveries/`)]
}

export function enableAction(id: string, text: string): Action {
  return { ...action('enable_endpoint', text, 'PATCH', `/api/v1/webhook-endpoints/${id}/`), body: { enabled: true } }
}

export function action(code: string, text: string, method: Action['method'], href: string): Action {
  return { code, text, method, href, who: 'anyone', until: null }
}
