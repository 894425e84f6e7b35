/** The keys of the service's own that call the escrow. */
export const operatorNames = ['dispatcher', 'registrar'] as const
export type OperatorName = (typeof operatorNames)[number]

const operatorPurposes = [
  'OWNER_REGISTRATION',
  'AGENT_REGISTRATION',
  'KEY_ROTATION',
  'REVOCATION',
  'PAYEE_REQUEST',
  'PAYEE_CANCELLATION',
  'PAYEE_APPLICATION',
  'ASSIGNMENT',
  'RELEASE_REQUEST',
  'RELEASE',
  'RELEASE_OBJECTION',
  'SUBMISSION',
  'SEATING',
  'ALTERNATES',
  'ATTESTATION',
  'REFUND',
  'COLLECTION',
] as const
export type OperatorPurpose = (typeof operatorPurposes)[number]

/** INTENT is decided, SENT is signed and in flight, MINED waits for finality; FAILED had no effect and never will. */
export type OperatorCallState = 'INTENT' | 'SENT' | 'MINED' | 'CONFIRMED' | 'FAILED'

/** SENT is signed and in flight, MINED waits for finality; the nonce of a DISPLACED one went to another transaction. */
export type OperatorTransactionState = 'SENT' | 'MINED' | 'CONFIRMED' | 'DISPLACED'

/**
 * What a call waits for: money of its key, a price below the ceiling, a block that takes its signed bytes, or a node that
 * simulates it, takes it for small enough, and gives the receipt once it is mined.
 */
export const callWaits = ['balance', 'fee_ceiling', 'mining', 'node'] as const
export type CallWait = (typeof callWaits)[number]

/** So many calls are looked at for one transaction. */
export const mostCalls = 50
