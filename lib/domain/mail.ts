export const mailStates = ['PENDING', 'SENT', 'FAILED'] as const
export type MailState = (typeof mailStates)[number]

export const mailFaults = ['REFUSED', 'UNREACHABLE', 'EXPIRED', 'TURNED_OFF'] as const
/** Why a mail was not sent: the server's answer, none from it, too old by then, or not wanted any more. */
export type MailFault = (typeof mailFaults)[number]

/** The pause after each failed attempt; the last attempt is about two days after the first. */
const retrySeconds = [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400]

/** A mail that waits for longer is given up, whatever it waits for. */
export const mailAgeMaxDays = 3

/** The longest time in which notifications may be put together into one message, which the settings allow. */
export const mailBatchSecondsMax = 3_600

/** A person gets no more messages within 24 hours; what waits then is one message, once the oldest is a day old. */
export const mailsPerDay = 60

/** As many notifications are named in one message; the others are counted. */
export const namedInMail = 20

/** How long the link that confirms an address can be used. */
export const confirmationHours = 24

/** Links for one person within a day, and for one address over all accounts. */
export const confirmationsPerDay = { person: 5, address: 3 }

/** Seconds until the next attempt, a tenth more or less by `random`; undefined after the last one. */
export function secondsToNextMail(attempts: number, random: number): number | undefined {
  const pause = retrySeconds[attempts - 1]
  return pause === undefined ? undefined : pause * (0.9 + random * 0.2)
}
