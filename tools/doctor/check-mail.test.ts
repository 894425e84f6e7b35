import { expect, test } from 'vitest'
import { freePort } from '#sandbox/chain/free-port.ts'
import { startMailbox } from '#sandbox/mailbox/start-mailbox.ts'
import { checkMail } from './check-mail.ts'

const check = (SMTP_URL?: string) =>
  checkMail({
    NODE_ENV: 'test',
    ...(SMTP_URL && { SMTP_URL, MAIL_FROM: 'notifications@jobwright.test' }),
  })

test('a mail server that answers is fine, and nothing is sent to it', async () => {
  const mailbox = await startMailbox({ smtpPort: 0, pagePort: 0 })
  expect(await check(mailbox.smtpUrl)).toMatchObject([{ standing: 'ok' }])
  expect(mailbox.mails).toEqual([])
  await mailbox.stop()
})

test('a mail server that does not answer, or refuses the sign-in, is a lack without the password', async () => {
  const [finding] = await check(`smtp://user:hunter2@127.0.0.1:${await freePort()}`)
  expect(finding).toMatchObject({ standing: 'lack' })
  const mailbox = await startMailbox({ smtpPort: 0, pagePort: 0 })
  const refused = await check(mailbox.smtpUrl.replace('//', '//user:hunter2@'))
  expect(refused).toMatchObject([{ standing: 'lack' }])
  expect(JSON.stringify([finding, refused])).not.toContain('hunter2')
  await mailbox.stop()
})

test('no mail server is good to know', async () => {
  expect(await check()).toMatchObject([{ standing: 'note' }])
})
