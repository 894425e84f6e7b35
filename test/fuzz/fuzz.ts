import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { type FuzzedDocument, type FuzzedRequest, type IdsOf, requestsOf } from './requests.ts'

export type Identity = {
  name: string
  send: (target: string, init: RequestInit) => Promise<Response>
  /** Signs in again, once a request has ended the session. */
  renew?: () => Promise<unknown>
}
export type Fuzzing = { document: FuzzedDocument; identities: Identity[]; idsOf: IdsOf; count: number; seed: number }

/**
 * What was answered by each operation, and every answer that is a fault: 500 or more, or not as described. No fault is a
 * service that says it is busy and answers the same request a moment later.
 */
export type Found = { faults: string[]; statuses: Map<string, Set<number>> }

/** Sends random requests, shared among the identities, each of which sends one after the other. */
export async function fuzz({ document, identities, idsOf, count, seed }: Fuzzing): Promise<Found> {
  const requests = fc.sample(requestsOf(document, idsOf), { numRuns: count, seed })
  const found: Found = { faults: [], statuses: new Map() }
  const sendAll = async (identity: Identity, place: number) => {
    for (let at = place; at < requests.length; at += identities.length) {
      const request = requests[at]
      if (request) await sendOne(found, identity, request)
    }
  }
  await Promise.all(identities.map(sendAll))
  return found
}

const busyMs = 2_000

async function sendOne({ faults, statuses }: Found, identity: Identity, request: FuzzedRequest): Promise<void> {
  const { operation, method, target, headers, body } = request
  const description = `${identity.name}: ${method} ${target.slice(0, 300)} ${JSON.stringify(headers)} ${body?.slice(0, 3_000) ?? ''}`
  const send = async () => {
    const response = await identity.send(target, { method, headers, ...(body !== undefined && { body }) })
    const { status } = response
    statuses.set(operation, (statuses.get(operation) ?? new Set()).add(status))
    return { status, answer: status === 401 || status >= 500 ? await response.text() : '' }
  }
  try {
    let { status, answer } = await send()
    // No worker runs beside these requests, and readiness says so.
    if (operation === 'getReadiness' && status === 503) return
    if (status === 503 && answer.includes('"retryable":true')) {
      await wait(busyMs)
      ;({ status, answer } = await send())
    }
    if (status >= 500) faults.push(`${status} ${answer}\n  for ${description}`)
    if (status === 401 && answer.includes('"unauthenticated"')) await identity.renew?.()
  } catch (error) {
    faults.push(`${error instanceof Error ? error.message : String(error)}\n  for ${description}`)
  }
}
