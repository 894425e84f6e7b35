import { createHmac, randomUUID } from 'node:crypto'
import type { Faults } from '../faults/faults.ts'
import type { Database } from '../store/database.ts'
import { type Delivery, type DeliveryAnswer, insertDelivery, noAnswer, recordAnswer } from '../store/deliveries.ts'
import { timestamp } from '../timestamp.ts'
import { createLine, type Line } from './line.ts'

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

type Settings = {
  db: Database
  appId: number
  url: string | undefined
  secret: string
  now: () => Date
  faults: Faults
}

const timedOut: DeliveryAnswer = {
  duration: timeoutMs / 1000,
  status: 'timed out',
  status_code: 0,
  response_headers: null,
  response_payload: null,
}

/** Sends each event once, logs how that went, and never retries. */
export class WebhookSender {
  readonly #settings: Settings
  readonly #underway = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #line: Line

  constructor(settings: Settings) {
    this.#settings = settings
    this.#line = createLine(settings.faults, this.#stopping.signal)
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

  /** Resolves once every delivery that has started is answered and logged. */
  async settle(): Promise<void> {
    while (this.#underway.size > 0) {
      this.#line.flush()
      await Promise.race(this.#underway)
    }
  }

  /** Gives up what is still under way. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.settle()
  }

  #start(guid: string, event: Omit<WebhookEvent, 'payload'>, payload: string, redelivery: boolean): void {
    const { url } = this.#settings
    if (!url || this.#stopping.signal.aborted) return
    const work = this.#line.pass(() => this.#attempt(url, guid, event, payload, redelivery))
    const tracked = work.finally(() => this.#underway.delete(tracked))
    this.#underway.add(tracked)
  }

  async #attempt(
    url: string,
    guid: string,
    event: Omit<WebhookEvent, 'payload'>,
    payload: string,
    redelivery: boolean,
  ): Promise<void> {
    const { db, now, faults } = this.#settings
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
    const { drop, failStatus, duplicate = 0 } = faults.show().deliveries ?? {}
    if (drop) return recordAnswer(db, id, timedOut)
    if (failStatus) return recordAnswer(db, id, toAnswer(failStatus, { duration: 0.1, headers: {}, text: '' }))
    recordAnswer(db, id, await this.#send(url, headers, payload))
    for (let times = 0; times < duplicate; times += 1) await this.#send(url, headers, payload)
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
    const startedAt = performance.now()
    const seconds = () => Math.round(performance.now() - startedAt) / 1000
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#stopping.signal])
      const answer = await fetch(url, { method: 'POST', headers, body: payload, redirect: 'manual', signal })
      const text = await answer.text()
      return toAnswer(answer.status, { duration: seconds(), headers: Object.fromEntries(answer.headers), text })
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') return timedOut
      return { ...timedOut, duration: seconds(), status: noAnswer }
    }
  }
}

function toAnswer(status: number, got: { duration: number; headers: object; text: string }): DeliveryAnswer {
  return {
    duration: got.duration,
    status: status >= 200 && status < 300 ? 'OK' : `Invalid HTTP Response: ${status}`,
    status_code: status,
    response_headers: JSON.stringify(got.headers),
    response_payload: got.text.slice(0, answerMaxChars),
  }
}
