import type { WorkerContext } from '#lib/usecases/context.ts'
import { claimMail } from '#lib/usecases/mail/claim-mail.ts'
import { sendMail } from '#lib/usecases/mail/send-mail.ts'
import type { ReceivedMail } from '#sandbox/mailbox/options.ts'
import { type ReadMail, readMail } from '#sandbox/mailbox/read-mail.ts'
import { type Mailbox, startMailbox } from '#sandbox/mailbox/start-mailbox.ts'
import type { Person } from './people/person.ts'
import { type Service, startService } from './service.ts'

/** A service that sends e-mails to a mailbox of the tests. */
export async function startMailingService(): Promise<{ service: Service; mailbox: Mailbox }> {
  const mailbox = await startMailbox({ smtpPort: 0, pagePort: 0 })
  const service = await startService({
    env: { MAIL_FROM: 'Jobwright <notifications@jobwright.test>', MAILBOX_URL: mailbox.url },
    workerEnv: { SMTP_URL: mailbox.smtpUrl },
  })
  service.onStop(mailbox.stop)
  return { service, mailbox }
}

/** One attempt of everything that is due; how many messages there were. */
export async function sendDueMail(context: WorkerContext): Promise<number> {
  const claimed = await claimMail(context, 100)
  await Promise.all(claimed.map((mail) => sendMail(context, mail)))
  return claimed.length
}

/** Lets so much time pass for everything that waits to be sent. */
export async function passMailTime({ sql }: Service, interval: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update mails set next_attempt_at = next_attempt_at - ${interval}::interval,
      attempted_at = attempted_at - ${interval}::interval, created_at = created_at - ${interval}::interval`
    await tx`update mail_confirmations set created_at = created_at - ${interval}::interval`
  })
}

/** What this address got, the oldest first. */
export function mailsTo({ mails }: Mailbox, address: string): (ReceivedMail & ReadMail)[] {
  return mails.filter(({ to }) => to === address).map((mail) => ({ ...mail, ...readMail(mail.source) }))
}

export const tokenIn = ({ text }: Pick<ReadMail, 'text'>) => /confirm=([\w-]+)/.exec(text)?.[1] ?? ''

/** Sets the address of a person and opens the link in its e-mail. */
export async function confirmAddress(
  { service, mailbox }: { service: Service; mailbox: Mailbox },
  person: Person,
  address: string,
): Promise<void> {
  await person.call('setMailAddress', { body: { address } })
  await sendDueMail(service.context())
  const last = mailsTo(mailbox, address).at(-1)
  await person.call('confirmMailAddress', { body: { token: last ? tokenIn(last) : '' } })
}
