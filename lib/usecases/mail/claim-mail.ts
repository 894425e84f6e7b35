import { inTransaction } from '../../data/database.ts'
import { type ClaimedMail, claimMails } from '../../data/mail-queue.ts'
import type { WorkerContext } from '../context.ts'

/** Messages that this worker now has to send. */
export function claimMail({ db, mail }: WorkerContext, limit: number): Promise<ClaimedMail[]> {
  return mail ? inTransaction(db, (tx) => claimMails(tx, limit, mail.batchSeconds)) : Promise.resolve([])
}
