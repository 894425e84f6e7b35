/** How the server misbehaves; each holds until it is set otherwise. */
export type MailFaults = {
  /** Answers RCPT TO with this status, as 451 for greylisting and 550 for an unknown mailbox. */
  refuseRecipient?: number
  /** Takes the message and cuts the connection before it has answered. */
  cutAfterData?: boolean
  /** Takes the message and never answers. */
  hangAfterData?: boolean
  /** Milliseconds before each answer. */
  delayMs?: number
}

export type MailboxOptions = { smtpPort: number; pagePort: number }

export type ReceivedMail = { from: string; to: string; source: string; at: string }
