import { setTimeout as wait } from 'node:timers/promises'

const pauseMs = 500

/**
 * A fetch of a client that follows instructions: a refusal of the service that says it may pass is tried again, with
 * the same body and key, until `deadline`, in milliseconds.
 */
export function patientFetch(origin: string, send: typeof fetch, deadline: number): typeof fetch {
  return async (input, init) => {
    for (;;) {
      const response = await send(input, init)
      if (response.ok || !response.url.startsWith(origin)) return response
      if (Date.now() > deadline || !(await maybePasses(response))) return response
      await wait(pauseMs)
    }
  }
}

async function maybePasses(response: Response): Promise<boolean> {
  const problem = await response
    .clone()
    .json()
    .catch(() => undefined)
  return (problem as { retryable?: boolean } | undefined)?.retryable === true
}
