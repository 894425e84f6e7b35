import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Mailer, MailResult } from '../ports/mailer.ts'

type Options = { url: string; from: string; wholeCallMs?: number }

const localHosts = ['localhost', '127.0.0.1', '[::1]']
/** Milliseconds; together they end well before the lease of a message. */
const patience = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 12_000, dnsTimeout: 5_000 }
const usualCallMs = 30_000

/** Sends over one connection for each message. A password never leaves this machine unencrypted. */
export function createSmtpMailer({ url, from, wholeCallMs = usualCallMs }: Options): Mailer {
  const { hostname } = new URL(url)
  const domain = /@([^>]+)>?$/.exec(from)?.[1] ?? hostname
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      const transport = openTransport(url)
      const late = new AbortController()
      try {
        const sending = transport.sendMail({
          from,
          to,
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: headersOf(unsubscribeUrl),
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        // What comes after the time for the whole call is of no use.
        sending.catch(() => undefined)
        await Promise.race([sending, fail(wholeCallMs, late.signal)])
        return { kind: 'sent' }
      } catch (error) {
        return resultOf(error)
      } finally {
        late.abort()
        transport.close()
      }
    },
  }
}

async function fail(afterMs: number, signal: AbortSignal): Promise<void> {
  await wait(afterMs, undefined, { signal }).catch(() => undefined)
  if (!signal.aborted) throw new Error(`no end of the call within ${afterMs / 1_000} s`)
}

/** No program answers it with “I am on holiday”, and mail programs offer the one click of RFC 8058. */
function headersOf(unsubscribeUrl: string | null): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

/** Why the server cannot be used; undefined when it takes this connection and the sign-in. */
export async function checkMailServer(url: string): Promise<string | undefined> {
  const transport = openTransport(url)
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return answerOf(error) ?? 'no answer'
  } finally {
    transport.close()
  }
}

function openTransport(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && !localHosts.includes(hostname),
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      forceAuth: true,
    }),
    ...patience,
  })
}

/** An address or a message that is refused stays refused; a sign-in that fails is a setting that someone mends. */
function resultOf(error: unknown): MailResult {
  const { responseCode, code, command } = error as { responseCode?: number; code?: string; command?: string }
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isForGood = isAboutMessage && command !== 'MAIL FROM' && (responseCode ?? 0) >= 500
  return { kind: isForGood ? 'refused' : 'failed', answer: answerOf(error) }
}

/** What the server said; without an answer, what the connection did. */
function answerOf(error: unknown): string | null {
  const { response, message } = error as { response?: string; message?: string }
  return (response ?? message)?.slice(0, 500) ?? null
}
