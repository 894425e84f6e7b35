import { readMailEnv } from '#lib/env.ts'
import { checkMailServer } from '#lib/mail/smtp-mailer.ts'
import { type Finding, lack, note, ok } from './finding.ts'

/** Whether the mail server takes a connection and the sign-in; nothing is sent. */
export async function checkMail(variables: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { SMTP_URL: url } = readMailEnv(variables)
  if (!url) return [{ target: 'mail', ...note('server', 'SMTP_URL is not set, so no e-mails are sent') }]
  const target = `mail (${new URL(url).host})`
  const fault = await checkMailServer(url)
  if (fault === undefined) return [{ target, ...ok('server', 'takes connection and sign-in') }]
  const advice = 'E-mails wait and are given up after two days: check host, port, user and password in SMTP_URL.'
  return [{ target, ...lack('server', fault, advice) }]
}
