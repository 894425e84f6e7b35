import type { Expiration, FaultSettings } from './settings.ts'

export type WalletFaults = {
  /** Replaces all faults, and ends every pause and every wait of an answer. */
  set(settings: FaultSettings): Promise<FaultSettings>
  /** What is still to come. */
  show(): Promise<FaultSettings>
  /** Ends everything of a kind, of one user or of all; returns how many were alive. */
  expire(what: Expiration['what'], userId?: string): Promise<number>
  /** Lets every paused transaction go on. */
  resume(): Promise<void>
}

/** The fault switches of the wallet provider at this base URL; every refusal throws. */
export function walletFaults(url: string): WalletFaults {
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${url}/sandbox/faults${path}`, init)
    if (!response.ok) throw new Error(`the wallet provider refused the fault: ${await response.text()}`)
    const answer: Answer = await response.json()
    return answer
  }
  return {
    set: async (settings) => await ask('PUT', '', settings),
    show: async () => await ask('GET', ''),
    expire: async (what, userId) => {
      const { expired } = await ask<{ expired: number }>('POST', '/expire', { what, ...(userId && { userId }) })
      return expired
    },
    resume: async () => {
      await ask('POST', '/resume', {})
    },
  }
}
