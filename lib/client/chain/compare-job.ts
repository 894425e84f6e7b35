import type { JobState } from '../../domain/job.ts'

export type JobFigures = { state: JobState; held: bigint; budget: bigint; paid: bigint; balance: bigint | undefined }
export type Difference = { [Name in keyof JobFigures]-?: Entry<Name> }[keyof JobFigures]
type Entry<Name extends keyof JobFigures> = {
  what: Name
  service: NonNullable<JobFigures[Name]>
  chain: NonNullable<JobFigures[Name]>
}

/**
 * `asking` is a difference that was seen at one block alone: both are asked again. One that a later block has too is
 * `following` while the service has had little time to follow; `since` is the block it was first seen at.
 */
export type Comparison = {
  verdict: 'equal' | 'asking' | 'following' | 'differs'
  differences: Difference[]
  block: bigint
  since: bigint
}

/** Blocks that the service may need beyond those that make one final. */
const slackBlocks = 15n

export function graceBlocks(confirmations: number): bigint {
  return BigInt(confirmations) + slackBlocks
}

/** What the service and the chain say differently; a figure that one of them does not tell is left out. */
export function differencesOf(service: JobFigures, chain: JobFigures): Difference[] {
  const names: (keyof JobFigures)[] = ['state', 'held', 'budget', 'paid', 'balance']
  return names.flatMap((what) => {
    const [ours, theirs] = [service[what], chain[what]]
    if (ours === undefined || theirs === undefined || ours === theirs) return []
    return [{ what, service: ours, chain: theirs } as Difference]
  })
}

/**
 * Whether the chain is to be read again before these differences are reported: the reading began before the service
 * answered (both in ms of this browser's clock), so the service may simply be ahead. A difference that is shown already
 * waits for the next poll, so that a lasting one does not read without pause.
 */
export function isOverdue(
  earlier: Comparison | undefined,
  differences: Difference[],
  { startedAt, answeredAt }: { startedAt: number; answeredAt: number },
): boolean {
  if (differences.length === 0 || startedAt >= answeredAt) return false
  return earlier === undefined || signOf(earlier.differences) !== signOf(differences)
}

/**
 * The comparison after one more reading of the chain. A difference that outlasts the grace is reported; facts that
 * the contract never changes get no grace.
 */
export function compare(
  earlier: Comparison | undefined,
  differences: Difference[],
  block: bigint,
  grace: bigint,
): Comparison {
  const isSame = earlier !== undefined && signOf(earlier.differences) === signOf(differences)
  const since = isSame ? earlier.since : block
  const isLasting = block - since >= grace || differences.some(({ what }) => what === 'budget')
  const soFar = block > since ? 'following' : 'asking'
  const verdict = differences.length === 0 ? 'equal' : isLasting ? 'differs' : soFar
  return { verdict, differences, block, since }
}

function signOf(differences: Difference[]): string {
  return differences.map(({ what, service, chain }) => `${what} ${service} ${chain}`).join()
}
