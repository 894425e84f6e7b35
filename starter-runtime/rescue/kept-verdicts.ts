import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { address, hash, integerText } from '#lib/api/scalars.ts'
import { signature } from '#lib/api/signed-results.ts'
import { readIfThere, writeDurably } from '../storage/durable-file.ts'

export const keptVerdict = z.object({
  onchain_job_id: integerText,
  attempt: z.int(),
  agent: address,
  pass: z.boolean(),
  evidence_hash: hash,
  task_commitment: hash,
  policy_commitment: hash,
  result_commitment: hash,
  signature,
})

/** A signed verdict that anyone can send to the escrow. */
export type KeptVerdict = z.output<typeof keptVerdict>

/** Keeps a verdict on disk; the first one of an agent for an attempt stays. */
export async function keepVerdict(folder: string, verdict: KeptVerdict): Promise<void> {
  const path = join(folder, `${verdict.onchain_job_id}-${verdict.attempt}-${verdict.agent}.json`)
  if ((await readIfThere(path)) === undefined) await writeDurably(path, JSON.stringify(verdict))
}

/** All verdicts at hand, by job and attempt. */
export async function readKeptVerdicts(folder: string): Promise<KeptVerdict[][]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const byAttempt = new Map<string, KeptVerdict[]>()
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.json')) continue
    const verdict = keptVerdict.parse(JSON.parse((await readIfThere(join(folder, name))) ?? ''))
    const key = `${verdict.onchain_job_id}-${verdict.attempt}`
    byAttempt.set(key, [...(byAttempt.get(key) ?? []), verdict])
  }
  return [...byAttempt.values()]
}
