export const agentRoles = ['worker', 'verifier'] as const
export type AgentRole = (typeof agentRoles)[number]

export const agentStates = ['PROVISIONING', 'ACTIVE', 'PAUSED', 'SUSPENDED'] as const
export type AgentState = (typeof agentStates)[number]

/** In the order in which they are done. */
export const provisioningSteps = ['RUNTIME', 'WALLET', 'AUTHORISATION', 'QUALIFICATION'] as const
export type ProvisioningStep = (typeof provisioningSteps)[number]

export const stepStates = ['PENDING', 'RUNNING', 'WAITING', 'DONE', 'FAILED'] as const
export type StepState = (typeof stepStates)[number]

export const connectionStates = ['UNPAIRED', 'PAIRING', 'CONNECTED', 'STALE', 'OFFLINE', 'DISCONNECTED'] as const
export type ConnectionState = (typeof connectionStates)[number]

export const assignmentStates = [
  'OFFERED',
  'ACCEPTED',
  'ASSIGNED',
  'SUBMITTED',
  'PASSED',
  'REJECTED',
  'DECLINED',
  'RELEASED',
  'LAPSED',
] as const
export type AssignmentState = (typeof assignmentStates)[number]
export const liveAssignmentStates = ['OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED'] as const

export function isLiveAssignment(state: AssignmentState): boolean {
  return (liveAssignmentStates as readonly AssignmentState[]).includes(state)
}

/** The state that people see: what an operator suspended is suspended, whatever its state beneath. */
export function shownState(agent: { state: AgentState; suspendedBecause: string | null }): AgentState {
  return agent.suspendedBecause === null ? agent.state : 'SUSPENDED'
}

/** IN_DOUBT: the provider cannot tell what became of it, so the token's own transfers decide. */
export const withdrawalStates = ['INTENT', 'SUBMITTED', 'IN_DOUBT', 'CONFIRMED', 'FAILED'] as const
export const liveWithdrawalStates = ['INTENT', 'SUBMITTED', 'IN_DOUBT'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

export const verdictKinds = ['PASS', 'FAIL', 'INCONCLUSIVE', 'CANNOT_RUN'] as const
export type VerdictKind = (typeof verdictKinds)[number]

/** Local times of day, `HH:MM`; a span that ends before it begins goes over midnight. */
export type WorkingHours = { from: string; to: string; time_zone: string }

/** What an owner allows an agent to take on; `minReward` in base units. Empty lists and null hours allow everything. */
export type AgentLimits = {
  maxConcurrentJobs: number
  minReward: bigint
  minSilenceShareBps: number
  /** `owner/name`, or `owner/*` for every repository of an owner. */
  repositories: string[]
  languages: string[]
  hours: WorkingHours | null
  /** Where its runtime may call from, in CIDR notation. */
  networks: string[]
}

export type RuntimeState = 'idle' | 'busy' | 'draining'

/** Nobody counts on a runtime that was silent for so many of its intervals, and for at least so many seconds. */
export const heartbeatPatience = { intervals: 2.5, leastSeconds: 6 } as const

/** Seconds without a heartbeat after which a runtime is gone. */
export const offlineAfterSeconds = 300

/** How long a runtime's credential is good. */
export const credentialDays = 30

/** A runtime that is up has renewed its credential days before so little of its life is left. */
export const expiryWarningSeconds = 3 * 86_400

/** What is known about the connection; `silentSeconds` by the database's clock, null while it was never heard. */
export type ConnectionFacts = {
  isPaired: boolean
  isPairing: boolean
  isDisconnected: boolean
  silentSeconds: number | null
  heartbeatSeconds: number
}

/** The state of an agent's runtime connection, seen from how long ago it was heard. */
export function connectionState(facts: ConnectionFacts): ConnectionState {
  if (facts.isDisconnected) return facts.isPairing ? 'PAIRING' : 'DISCONNECTED'
  if (!facts.isPaired) return facts.isPairing ? 'PAIRING' : 'UNPAIRED'
  if (facts.silentSeconds === null) return 'PAIRING'
  if (facts.silentSeconds <= staleAfter(facts.heartbeatSeconds)) return 'CONNECTED'
  return facts.silentSeconds <= offlineAfterSeconds ? 'STALE' : 'OFFLINE'
}

function staleAfter(heartbeatSeconds: number): number {
  return Math.max(heartbeatPatience.leastSeconds, heartbeatSeconds * heartbeatPatience.intervals)
}
