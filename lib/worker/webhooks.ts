import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerComposition } from '../compose.ts'
import { claimWebhooks } from '../usecases/webhook-endpoints/claim-webhooks.ts'
import { sendWebhook } from '../usecases/webhook-endpoints/send-webhook.ts'
import { repeat, type Stop } from './repeat.ts'
import { workerContext } from './worker-context.ts'

/** Calls at the same time in one worker; what a call waits for costs a socket and little memory. */
const callsMax = 256
const pauseMs = 400

/**
 * Sends deliveries as they become due, each on its own: a slow receiver holds up only what is meant for it. When it stops,
 * it waits for the calls under way, which last ten seconds at most.
 */
export function startWebhooks(services: WorkerComposition): Stop {
  const { log } = services
  const calls = new Set<Promise<void>>()
  let isStopping = false

  async function send(delivery: Awaited<ReturnType<typeof claimWebhooks>>[number]): Promise<void> {
    await sendWebhook(workerContext(services), delivery).catch((error: unknown) =>
      log.warn({ err: error, delivery: delivery.id }, 'a webhook’s attempt was not recorded'),
    )
  }

  async function sendDue(): Promise<void> {
    for (let isBusy = true; isBusy && !isStopping; ) {
      const free = callsMax - calls.size
      const claimed = free > 0 ? await claimWebhooks(workerContext(services), free) : []
      for (const delivery of claimed) {
        const call = send(delivery).finally(() => calls.delete(call))
        calls.add(call)
      }
      isBusy = claimed.length > 0
      // The next deliveries of an endpoint are claimed as soon as one of its calls has ended.
      if (isBusy) await Promise.race([...calls, wait(pauseMs)])
    }
  }

  const stop = repeat(log, 'send-webhooks', pauseMs, sendDue)
  return async () => {
    isStopping = true
    await stop()
    await Promise.all(calls)
  }
}
