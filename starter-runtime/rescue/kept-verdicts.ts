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
  const path = pathOf(folder, verdict)
  if ((await readIfThere(path)) === undefined) await writeDurably(path, JSON.stringify(verdict))
}

/** Puts a verdict that was signed again over other evidence in the place of the first one, if that is kept. */
export async function replaceVerdict(folder: string, verdict: KeptVerdict): Promise<void> {
  const path = pathOf(folder, verdict)
  if ((await readIfThere(path)) !== undefined) await writeDurably(path, JSON.stringify(verdict))
}

function pathOf(folder: string, { onchain_job_id, attempt, agent }: KeptVerdict): string {
  return join(folder, `${onchain_job_id}-${attempt}-${agent}.json`)
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
