/** Why an open job can be offered to no agent; each is kept as the note of the job's execution. */
export const dispatchNotes = {
  noWorker: 'No eligible worker is up and free.',
  noKey: 'The repository is private; this deployment holds no key of the App, so nobody could be let in to read it.',
  noAccess: 'The repository is private, and its host no longer grants it to the client.',
  tooFewVerifiers: (owners: number) => `${tooFewVerifiers}; the job needs owners of ${owners}.`,
} as const

const tooFewVerifiers = 'Not enough independent verifiers are up'
const fixed: readonly string[] = [dispatchNotes.noWorker, dispatchNotes.noKey, dispatchNotes.noAccess]

/** Whether that note says that no agent can be offered the job now. */
export function isUndispatchable(note: string | null): boolean {
  return note !== null && (fixed.includes(note) || note.startsWith(tooFewVerifiers))
}
