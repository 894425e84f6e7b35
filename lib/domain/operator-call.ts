const operatorPurposes = [
  'OWNER_REGISTRATION',
  'AGENT_REGISTRATION',
  'KEY_ROTATION',
  'REVOCATION',
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
