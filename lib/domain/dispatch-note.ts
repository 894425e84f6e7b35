/** Why an open job can be offered to no agent; each is kept as the note of the job's execution. */
export const dispatchNotes = {
  noWorker: 'No suitable worker is available right now.',
  paused: 'Jobwright’s operator has paused offers to workers. Wait until they resume, or cancel the job.',
  halted:
    'Jobwright has stopped reading the chain because it contradicts our records. Wait until the operator finds the cause, or cancel the job.',
  noKey: 'The repository is private; this deployment has no App key, so it can’t give a worker read access.',
  noAccess: 'The repository is private, and the client no longer has access to it at the repository host.',
  sealedDiffers: 'The stored sealed files do not match their hashes in the task, so no result could be verified.',
  givenBack: (times: number, cause: string | null, secondsLeft: number) =>
    `${sayGivenBack(times, cause)} We ask the next worker within ${Math.ceil(secondsLeft / 60)} min.`,
  noOtherWorker: (times: number, cause: string | null) =>
    `${sayGivenBack(times, cause)} No other suitable worker is available right now.`,
  tooFewVerifiers: (count: number) => `${tooFewVerifiers}; the job needs ${count}, each from a different owner.`,
} as const

const givenBack = 'Given back'

function sayGivenBack(times: number, cause: string | null): string {
  const last = `because “${(cause ?? '').replace(/^(cannot_run|abandoned): /, '')}”.`
  return times === 1 ? `${givenBack} once, ${last}` : `${givenBack} ${times} times, last ${last}`
}

const tooFewVerifiers = 'Not enough independent verifiers are available'
const { noWorker, paused, halted, noKey, noAccess, sealedDiffers } = dispatchNotes

/** The notes of a job that no agent can be offered now: whole ones, and how the others begin. */
export const undispatchableNotes: { readonly whole: readonly string[]; readonly beginnings: readonly string[] } = {
  whole: [noWorker, paused, halted, noKey, noAccess, sealedDiffers],
  beginnings: [tooFewVerifiers, givenBack],
}

/** Seconds for which a job is open before its client is notified that nobody can be offered it: agents are often busy. */
export const patienceSeconds = 600

/** Whether that note says that no agent can be offered the job now. */
export function isUndispatchable(note: string | null): boolean {
  const { whole, beginnings } = undispatchableNotes
  return note !== null && (whole.includes(note) || beginnings.some((words) => note.startsWith(words)))
}
