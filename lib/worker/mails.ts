import type { WorkerComposition } from '../compose.ts'
import { claimMail } from '../usecases/mail/claim-mail.ts'
import { sendMail } from '../usecases/mail/send-mail.ts'
import { repeat, type Stop } from './repeat.ts'
import { workerContext } from './worker-context.ts'

/** Connections to the mail server at the same time. */
const callsMax = 16

/** Sends e-mails as they become due. When it stops, it waits for those under way, which last half a minute at most. */
export function startMails(services: WorkerComposition): Stop[] {
  if (!services.mail) {
    services.log.info('SMTP_URL and MAIL_FROM are not given: no e-mails are sent')
    return []
  }
  return [repeat(services.log, 'send-mails', 1_000, () => sendDue(services))]
}

async function sendDue(services: WorkerComposition): Promise<void> {
  const context = workerContext(services)
  const claimed = await claimMail(context, callsMax)
  const send = (mail: (typeof claimed)[number]) =>
    sendMail(context, mail).catch((error: unknown) =>
      services.log.warn({ err: error, mail: mail.id }, 'the attempt of an e-mail was not recorded'),
    )
  await Promise.all(claimed.map(send))
}
