import type { ReplyOf } from '#lib/client/api.ts'
import { newKey } from './journey.ts'
import type { Person } from './people/person.ts'
import type { Service } from './service.ts'

export type Offer = ReplyOf<'getDraft'>['next_actions'][number]
type Document = { paths: Record<string, Partial<Record<string, { operationId: string }>>> }
/** What is the caller's own to write, by operation; whatever else an operation needs, the action brings. */
export type Bodies = Record<string, object>

const usual: Bodies = {
  updateDraft: { title: 'Another title' },
  createAgent: { name: 'Offered', role: 'worker' },
}

/** Whether an action is the caller's own to take by a request; the others say whom to wait for. */
export function isOwn({ who, href, method }: Offer): boolean {
  return href !== undefined && method !== undefined && ['client', 'agent_owner', 'anyone'].includes(who)
}

/**
 * Sends what an action offers, as a caller who knows the action and the served description alone. Returns the operation
 * and `accepted`, or the code of the refusal.
 */
export async function takeOffer(service: Service, person: Person, offer: Offer, bodies: Bodies = {}): Promise<string> {
  const { href = '', method = 'GET' } = offer
  const id = await operationOf(service, method, href)
  const response = await person.send(service.origin + href, {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': newKey(), 'if-match': '*' },
    ...(method !== 'GET' &&
      method !== 'DELETE' && { body: JSON.stringify(offer.body ?? bodies[id] ?? usual[id] ?? {}) }),
  })
  if (response.status < 300) return `${id} accepted`
  const { code, detail } = (await response.json()) as { code: string; detail: string }
  return `${id} refused: ${code}, ${detail}`
}

async function operationOf(service: Service, method: string, href: string): Promise<string> {
  const answer = await service.router(new Request(`${service.origin}/api/schema/`))
  const { paths } = (await answer.json()) as Document
  const path = Object.keys(paths).find((template) => toPattern(template).test(href))
  const operation = path && paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${href} is offered and no operation of the served description`)
  return operation.operationId
}

function toPattern(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}(?:\\?.*)?$`)
}
