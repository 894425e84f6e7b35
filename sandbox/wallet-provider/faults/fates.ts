import type { Transaction } from '../store/transactions.ts'
import type { Fate } from './settings.ts'

const looksByDefault = 2

/** What is to become of transactions that have started; each keeps its fate until it came about. */
export type Fates = {
  assign(transactionId: string, fate: Fate): void
  find(transactionId: string): Fate | undefined
  /** The transaction goes on as any other from here. */
  forget(transactionId: string): void
  /** Whether the transaction must stay in the state it is in. */
  isHeld(transaction: Pick<Transaction, 'id' | 'state'>): boolean
  /** The state shown to a caller; each reading counts. */
  look(transaction: Pick<Transaction, 'id' | 'state'>): string
  /** Ends every pause. */
  resume(): void
}

type Held = { fate: Fate; isPaused: boolean; looksLeft: number }

export function createFates(): Fates {
  const held = new Map<string, Held>()
  return {
    assign: (transactionId, fate) => {
      const looksLeft = 'unknownState' in fate ? (fate.looks ?? looksByDefault) : 0
      held.set(transactionId, { fate, isPaused: fate.pauseAt !== undefined, looksLeft })
    },
    find: (transactionId) => held.get(transactionId)?.fate,
    forget: (transactionId) => {
      held.delete(transactionId)
    },
    isHeld: ({ id, state }) => {
      const { fate, isPaused, looksLeft } = held.get(id) ?? { fate: undefined, isPaused: false, looksLeft: 0 }
      return (isPaused && fate?.pauseAt === state) || looksLeft > 0
    },
    look: ({ id, state }) => {
      const entry = held.get(id)
      if (!entry || entry.looksLeft === 0 || !('unknownState' in entry.fate)) return state
      entry.looksLeft -= 1
      return entry.fate.unknownState
    },
    resume: () => {
      for (const entry of held.values()) Object.assign(entry, { isPaused: false, looksLeft: 0 })
    },
  }
}
