import { executionText } from '#app/_text/jobs.ts'
import type { Job } from './job.ts'

const text = executionText.awaited

/** What a job waits for, in a sentence, and the time at which that wait ends on its own. */
export function awaited({ execution, open_until: openUntil }: Job): { text: string; until: string | null } {
  const { phase, assignments, panel } = execution
  const last = assignments.at(-1)
  switch (phase) {
    case 'waiting':
      return { text: text.waiting, until: openUntil }
    case 'offered':
      return { text: last?.state === 'ACCEPTED' ? text.accepted : text.offered, until: openUntil }
    case 'running':
    case 'stalled':
      return { text: text[phase], until: last?.work_by ?? null }
    case 'verifying': {
      const seats = panel.filter((seat) => seat.state !== 'DISMISSED')
      const answered = seats.filter((seat) => seat.has_answered).length
      return seats.every((seat) => seat.state === 'DRAWN')
        ? { text: text.seating, until: null }
        : { text: text.verifying(answered, seats.length), until: seats[0]?.verify_by ?? null }
    }
    default:
      return { text: text.over, until: null }
  }
}
