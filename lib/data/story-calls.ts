import { type SQL, sql } from 'drizzle-orm'

const purposes = {
  job: [
    'ASSIGNMENT',
    'RELEASE_REQUEST',
    'RELEASE',
    'RELEASE_OBJECTION',
    'SUBMISSION',
    'SEATING',
    'ALTERNATES',
    'ATTESTATION',
    'REFUND',
  ],
  agent: [
    'AGENT_REGISTRATION',
    'KEY_ROTATION',
    'REVOCATION',
    'PAYEE_REQUEST',
    'PAYEE_CANCELLATION',
    'PAYEE_APPLICATION',
    'COLLECTION',
  ],
} as const

/** Calls `c` of the service's keys for a job, by its number, or for an agent, by its id or its wallet. */
export function callsOf(kind: keyof typeof purposes, id: string): SQL {
  const names = sql.join(
    purposes[kind].map((name) => sql`${name}`),
    sql`, `,
  )
  const subject =
    kind === 'job'
      ? sql`split_part(c.subject, '/', 1) = ${id}`
      : sql`split_part(c.subject, '/', 1) in (select unnest(array[a.id::text, a.wallet_address]) from agents a where a.id = ${id}::uuid)`
  return sql`(c.purpose in (${names}) and ${subject})`
}
