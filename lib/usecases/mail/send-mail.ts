import { inTransaction } from '../../data/database.ts'
import { type ClaimedMail, type MailOutcome, markMailAttempt } from '../../data/mail-queue.ts'
import { secondsToNextMail } from '../../domain/mail.ts'
import { toOneLine } from '../../domain/one-line.ts'
import type { MailResult } from '../../ports/mailer.ts'
import type { WorkerContext } from '../context.ts'
import { writeMail } from './write-mail.ts'

/**
 * Makes one attempt of a claimed message and notes how it ended. If this worker dies in between, the message is sent
 * again under the same Message-ID, so the person may get it twice and never not at all.
 */
export async function sendMail(ctx: WorkerContext, claimed: ClaimedMail): Promise<MailOutcome['state']> {
  if (!ctx.mail) throw new Error('nothing is claimed without a mail server')
  const result = await ctx.mail.mailer.send(await writeMail(ctx, claimed))
  const outcome = outcomeOf(claimed, result)
  // Ignored because a message that another worker has by now, or that is not wanted any more, keeps what they noted.
  await inTransaction(ctx.db, (tx) => markMailAttempt(tx, claimed, outcome))
  return outcome.state
}

function outcomeOf({ attempts }: ClaimedMail, result: MailResult): MailOutcome {
  if (result.kind === 'sent') return { state: 'SENT' }
  const answer = result.answer && toOneLine(result.answer)
  if (result.kind === 'refused') return { state: 'FAILED', fault: 'REFUSED', answer }
  const pauseSeconds = secondsToNextMail(attempts, Math.random())
  const fault = 'UNREACHABLE'
  return pauseSeconds === undefined
    ? { state: 'FAILED', fault, answer }
    : { state: 'PENDING', pauseSeconds, fault, answer }
}
