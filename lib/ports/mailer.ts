export type Mail = {
  /** The part of the Message-ID before the @, the same for every attempt. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Takes the one click of RFC 8058; null where there is nothing to turn off. */
  unsubscribeUrl: string | null
}

/** `refused` is for good; `failed` may go better later. */
export type MailResult = { kind: 'sent' } | { kind: 'refused' | 'failed'; answer: string | null }

export type Mailer = { send: (mail: Mail) => Promise<MailResult> }
