import { z } from 'zod'
import { address, hash, integerText, uuid } from '#lib/api/scalars.ts'
import { signature } from '#lib/api/signed-results.ts'

export const acceptanceFile = 'acceptance.json'

const schema = z.strictObject({
  offer_id: uuid,
  onchain_job_id: integerText,
  agent: address,
  task_commitment: hash,
  policy_commitment: hash,
  signature,
})

/** What this runtime agreed to; the task that follows must be this one. */
export type Acceptance = z.output<typeof schema>

export function parseAcceptance(text: string): Acceptance {
  return schema.parse(JSON.parse(text))
}
