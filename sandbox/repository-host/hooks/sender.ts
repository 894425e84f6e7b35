import { createHmac, randomUUID } from 'node:crypto'
import type { Database } from '../store/database.ts'
import { type Delivery, type DeliveryAnswer, insertDelivery, noAnswer, recordAnswer } from '../store/deliveries.ts'
import { timestamp } from '../timestamp.ts'

const timeoutMs = 10_000
const answerMaxChars = 16_384
const hookId = 498_211_730

export type WebhookEvent = {
  event: string
  action: string | null
  installationId: number | null
  repositoryId: number | null
  payload: object
}

type Settings = { db: Database; appId: number; url: string | undefined; secret: string; now: () => Date }

/** Sends each event once, logs how that went, and never tries again by itself. */
export class WebhookSender {
  readonly #settings: Settings
  readonly #underway = new Set<Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  emit(event: WebhookEvent): void {
    this.#start(randomUUID(), event, JSON.stringify(event.payload), false)
  }

  /** Sends a logged delivery again, with its old guid and bytes and a signature by the present secret. */
  redeliver(delivery: Delivery): void {
    const { event, action } = delivery
    const repeated = {
      event,
      action,
      installationId: delivery.installation_id,
      repositoryId: delivery.repository_id,
    }
    this.#start(delivery.guid, repeated, delivery.payload, true)
  }

  /** Resolves once every delivery that has begun is answered and logged. */
  async settle(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway)
  }

  /** Gives up what is still under way. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.settle()
  }

  #start(guid: string, event: Omit<WebhookEvent, 'payload'>, payload: string, redelivery: boolean): void {
    const { db, url, now } = this.#settings
    if (!url || this.#stopping.signal.aborted) return
    const headers = this.#toHeaders(guid, event, payload)
    const id = insertDelivery(db, {
      guid,
      delivered_at: timestamp(now()),
      redelivery: Number(redelivery),
      event: event.event,
      action: event.action,
      installation_id: event.installationId,
      repository_id: event.repositoryId,
      url,
      request_headers: JSON.stringify(headers),
      payload,
    })
    const work = this.#send(url, headers, payload).then((answer) => recordAnswer(db, id, answer))
    const tracked = work.finally(() => this.#underway.delete(tracked))
    this.#underway.add(tracked)
  }

  #toHeaders(guid: string, event: { event: string }, payload: string): Record<string, string> {
    const { appId, secret } = this.#settings
    const sign = (algorithm: string) => createHmac(algorithm, secret).update(payload).digest('hex')
    return {
      accept: '*/*',
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/7f3c2d1',
      'x-github-delivery': guid,
      'x-github-event': event.event,
      'x-github-hook-id': String(hookId),
      'x-github-hook-installation-target-id': String(appId),
      'x-github-hook-installation-target-type': 'integration',
      'x-hub-signature': `sha1=${sign('sha1')}`,
      'x-hub-signature-256': `sha256=${sign('sha256')}`,
    }
  }

  async #send(url: string, headers: Record<string, string>, payload: string): Promise<DeliveryAnswer> {
    const begun = performance.now()
    const seconds = () => Math.round(performance.now() - begun) / 1000
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#stopping.signal])
      const answer = await fetch(url, { method: 'POST', headers, body: payload, redirect: 'manual', signal })
      const text = await answer.text()
      return {
        duration: seconds(),
        status: answer.ok ? 'OK' : `Invalid HTTP Response: ${answer.status}`,
        status_code: answer.status,
        response_headers: JSON.stringify(Object.fromEntries(answer.headers)),
        response_payload: text.slice(0, answerMaxChars),
      }
    } catch (error) {
      const status = error instanceof Error && error.name === 'TimeoutError' ? 'timed out' : noAnswer
      return { duration: seconds(), status, status_code: 0, response_headers: null, response_payload: null }
    }
  }
}
