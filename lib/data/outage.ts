/** What keeps the database from doing what it was asked: it cannot be reached, it cannot write, or it is too busy. */
export type Outage = 'away' | 'unwritable' | 'busy'

/** Codes of the driver, of the connection, and of PostgreSQL (its appendix A); a class stands for all of its codes. */
const away = [
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'TRANSACTION_LOST',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
]
const unwritable = ['53100', '25006', '58030']
const busy = ['53200', '53300', '53400', '57014', '55P03', '40001', '40P01', '25P03', '25P04']

/** Why a statement failed, where that is the database's state and not the statement; undefined for anything else. */
export function outageOf(error: unknown): Outage | undefined {
  const code = outageCodeOf(error)
  if (code === undefined) return undefined
  if (unwritable.includes(code)) return 'unwritable'
  return busy.includes(code) ? 'busy' : 'away'
}

const texts: Record<Outage, string> = {
  away: 'The database does not answer.',
  unwritable: 'Nothing can be stored now.',
  busy: 'The database is too busy for this now.',
}

export function textOfOutage(outage: Outage): string {
  return texts[outage]
}

/** The code that reports it, which holds nothing of what was asked. */
export function outageCodeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && isOutage(at.code)) return at.code
  return undefined
}

function isOutage(code: string): boolean {
  return code.startsWith('08') || [away, unwritable, busy].some((codes) => codes.includes(code))
}
