/** In the order of the contract's own enum, which starts with NONE. */
export const jobStates = [
  'OPEN',
  'ASSIGNED',
  'SUBMITTED',
  'EXPIRED',
  'REJECTED',
  'SETTLED',
  'CANCELLED',
  'REFUNDED',
  'LAPSED',
] as const
export type JobState = (typeof jobStates)[number]

/** States that the contract never leaves. */
export const endedJobStates = ['SETTLED', 'CANCELLED', 'REFUNDED', 'LAPSED'] as const satisfies readonly JobState[]

export function isOver(state: JobState): boolean {
  return (endedJobStates as readonly JobState[]).includes(state)
}

export type JobActionPurpose = 'JOB_CANCEL' | 'JOB_REFUND'

/** The events by which the escrow ends a job for each act of its client; a refund of what was not decided is a lapse. */
export const endEvents = {
  JOB_CANCEL: ['JobCancelled'],
  JOB_REFUND: ['JobRefunded', 'JobLapsed'],
} as const satisfies Record<JobActionPurpose, readonly string[]>

/** What an event of the escrow ends a job for; undefined for events that end none, and for a settlement. */
export function purposeOfEnd(eventName: string): JobActionPurpose | undefined {
  const purposes = Object.keys(endEvents) as JobActionPurpose[]
  return purposes.find((purpose) => (endEvents[purpose] as readonly string[]).includes(eventName))
}

/** Whether a job in that state can never be cancelled, or refunded, by a later call. */
export function isRuledOut(purpose: JobActionPurpose, state: JobState): boolean {
  return (purpose === 'JOB_CANCEL' ? neverCancelled : neverRefunded).includes(state)
}

const neverCancelled: readonly JobState[] = ['EXPIRED', 'REJECTED', 'SETTLED', 'REFUNDED', 'LAPSED']
const neverRefunded: readonly JobState[] = ['SETTLED', 'CANCELLED']

/** Why the escrow refused that act of the client, from the state it found; undefined where the state does not explain it. */
export function whyRefused(purpose: JobActionPurpose, state: JobState): string | undefined {
  const act = purpose === 'JOB_CANCEL' ? 'cancellation' : 'refund'
  if (isOver(state)) return `The job was ${state} before the ${act} reached the chain. Nothing was spent.`
  if (purpose === 'JOB_REFUND' || state === 'OPEN') return undefined
  return state === 'ASSIGNED' || state === 'SUBMITTED'
    ? 'A worker took the job before the cancellation reached the chain. Nothing was spent, and the job goes on.'
    : `The job was ${state} when the cancellation reached the chain, and only an open job can be cancelled. Nothing was spent.`
}

/** How often a client may take a stalled job from its agent. */
export const executionRetriesMax = 3

/** What can be done with a job at the contract, in the order of the contract's own enum. */
export const contractActionKinds = [
  'ASSIGN',
  'REQUEST_RELEASE',
  'OBJECT_RELEASE',
  'RELEASE',
  'SUBMIT',
  'SEAT',
  'ADD_ALTERNATES',
  'ATTEST',
  'CANCEL',
  'CLAIM_REFUND',
] as const
export type ContractActionKind = (typeof contractActionKinds)[number]

/** How often candidates may be named for an attempt: its panel once, then alternates. */
export const namingsMax = 4

/** The contract's terms of one job; amounts in base units, times in seconds of the chain's clock. */
export type Terms = {
  ref: `0x${string}`
  taskCommitment: `0x${string}`
  policyCommitment: `0x${string}`
  reward: bigint
  verifierFee: bigint
  verifiers: number
  quorum: number
  maxAttempts: number
  /** Of the reward, in ten-thousandths: what a delivered result earns that was not decided in time. */
  silenceShareBps: number
  fundBy: bigint
  openUntil: bigint
  workWindow: bigint
  verificationWindow: bigint
}

/** Names of the terms that differ; empty when both describe the same job. */
export function differingTerms(a: Terms, b: Terms): string[] {
  const names: (keyof Terms)[] = [
    'ref',
    'taskCommitment',
    'policyCommitment',
    'reward',
    'verifierFee',
    'verifiers',
    'quorum',
    'maxAttempts',
    'silenceShareBps',
    'fundBy',
    'openUntil',
    'workWindow',
    'verificationWindow',
  ]
  return names.filter((name) => String(a[name]).toLowerCase() !== String(b[name]).toLowerCase())
}

/** Terms from a decoded event, whose integers are decimal strings. */
export function termsFromEvent(args: Record<string, unknown>): Terms {
  const terms = args.terms as Record<keyof Terms, string | number>
  const hex = (name: 'ref' | 'taskCommitment' | 'policyCommitment') => terms[name] as `0x${string}`
  return {
    ref: hex('ref'),
    taskCommitment: hex('taskCommitment'),
    policyCommitment: hex('policyCommitment'),
    reward: BigInt(terms.reward),
    verifierFee: BigInt(terms.verifierFee),
    verifiers: Number(terms.verifiers),
    quorum: Number(terms.quorum),
    maxAttempts: Number(terms.maxAttempts),
    silenceShareBps: Number(terms.silenceShareBps),
    fundBy: BigInt(terms.fundBy),
    openUntil: BigInt(terms.openUntil),
    workWindow: BigInt(terms.workWindow),
    verificationWindow: BigInt(terms.verificationWindow),
  }
}
