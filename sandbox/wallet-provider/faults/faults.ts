import { createFates, type Fates } from './fates.ts'
import type { FaultSettings, WebhookFaults } from './settings.ts'

type RequestFault = 'dropAnswers' | 'failNext'
type CountedWebhook = 'drop' | 'badSignature' | 'unknownKeyId'

/** Requested faults; kept in memory, so that a restart ends them all. */
export type Faults = {
  /** Replaces all settings, and ends every pause and every wait of an answer. */
  set(settings: FaultSettings): void
  /** What is still to come. */
  show(): FaultSettings
  /** The fault of this kind that hits a request to `path`, counted as used. */
  take<Kind extends RequestFault>(kind: Kind, path: string): FaultSettings[Kind]
  /** Whether the next delivery is hit by this, counted as used. */
  takeWebhook(kind: CountedWebhook): boolean
  /** Ends when the answer to a request to `path` may be sent. */
  hold(path: string, closed: AbortSignal): Promise<void>
  /** Gives the next fate that was asked for, if any, to a transaction that starts now. */
  assign(transactionId: string): void
  /** Lets every paused transaction go on. */
  resume(): void
  fates: Omit<Fates, 'assign' | 'resume'>
}

export function createFaults(): Faults {
  let settings: FaultSettings = {}
  let replaced = new AbortController()
  const fates = createFates()
  return {
    set: (next) => {
      settings = next
      fates.resume()
      replaced.abort()
      replaced = new AbortController()
    },
    show: () => settings,
    take: (kind, path) => {
      const fault = settings[kind]
      if (!fault || !path.startsWith(fault.path)) return undefined
      settings = { ...settings, [kind]: fault.count > 1 ? { ...fault, count: fault.count - 1 } : undefined }
      return fault
    },
    takeWebhook: (kind) => {
      const left = settings.webhooks?.[kind] ?? 0
      if (left > 0) settings = { ...settings, webhooks: countDown(settings.webhooks ?? {}, kind, left) }
      return left > 0
    },
    hold: async (path, closed) => {
      const { hold } = settings
      if (hold && path.startsWith(hold.path)) await sleep(hold.ms, [closed, replaced.signal])
    },
    assign: (transactionId) => {
      const [fate, ...nextTransactions] = settings.nextTransactions ?? []
      if (!fate) return
      settings = { ...settings, nextTransactions: nextTransactions.length > 0 ? nextTransactions : undefined }
      fates.assign(transactionId, fate)
    },
    resume: () => fates.resume(),
    fates,
  }
}

function countDown(webhooks: WebhookFaults, kind: CountedWebhook, left: number): WebhookFaults {
  return { ...webhooks, [kind]: left > 1 ? left - 1 : undefined }
}

/** Waits until the time is over or one of the signals says so. */
async function sleep(milliseconds: number, signals: AbortSignal[]): Promise<void> {
  const signal = AbortSignal.any(signals)
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
