import { z } from 'zod'

const milliseconds = z.int().min(0).max(600_000)

/** How the server misbehaves; each holds until it is set otherwise. */
export const mailFaults = z.strictObject({
  /** Answers RCPT TO with this status, as 451 for greylisting and 550 for an unknown mailbox. */
  refuseRecipient: z.int().min(400).max(599).optional(),
  /** Takes the message and cuts the connection before it has answered. */
  cutAfterData: z.boolean().optional(),
  /** Takes the message and never answers. */
  hangAfterData: z.boolean().optional(),
  /** Before each answer. */
  delayMs: milliseconds.optional(),
})

export type MailFaults = z.output<typeof mailFaults>

export type MailboxOptions = { smtpPort: number; pagePort: number }

export type ReceivedMail = { from: string; to: string; source: string; at: string }
