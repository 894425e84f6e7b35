/** Why an open job can be offered to no agent; each is kept as the note of the job's execution. */
export const dispatchNotes = {
  noWorker: 'No eligible worker is up and free.',
  paused: 'Jobwright’s operator has paused offers to workers. They go on later; until then you can cancel.',
  halted:
    'Jobwright does not follow the chain until a person has looked at a contradiction. Offers go on then; until then you can cancel.',
  noKey: 'The repository is private; this deployment holds no key of the App, so nobody could be let in to read it.',
  noAccess: 'The repository is private, and its host no longer grants it to the client.',
  sealedDiffers: 'The stored sealed files do not match their hashes in the task, so no result could be verified.',
  givenBack: (times: number, cause: string | null, secondsLeft: number) =>
    `${sayGivenBack(times, cause)} The next worker is asked within ${Math.ceil(secondsLeft / 60)} min.`,
  noOtherWorker: (times: number, cause: string | null) =>
    `${sayGivenBack(times, cause)} No other eligible worker is up and free.`,
  tooFewVerifiers: (count: number) => `${tooFewVerifiers}; the job needs ${count}, each of another owner.`,
} as const

const givenBack = 'Given back'

function sayGivenBack(times: number, cause: string | null): string {
  const last = `because “${(cause ?? '').replace(/^(cannot_run|abandoned): /, '')}”.`
  return times === 1 ? `${givenBack} once, ${last}` : `${givenBack} ${times} times, last ${last}`
}

const tooFewVerifiers = 'Not enough independent verifiers are up'
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
