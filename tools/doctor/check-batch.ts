import type { ChainEnv } from '#lib/env.ts'
import { attempt } from './attempt.ts'
import { type Finding, lack, note, ok } from './finding.ts'

/** Whether the node answers batches of the size that is set; where it does not, the largest half of a half that it answers. */
export async function checkBatch(
  url: string,
  { CHAIN_BATCH_SIZE: wanted }: ChainEnv,
): Promise<Omit<Finding, 'target'>> {
  const check = 'batches'
  if (wanted === 1)
    return (await isAnswered(url, 2))
      ? ok(check, 'supported, and not used')
      : note(check, 'not supported, and not used')
  let size = wanted
  while (size > 1 && !(await isAnswered(url, size))) size = Math.floor(size / 2)
  if (size === wanted) return ok(check, `of ${wanted} requests are answered`)
  const detail = `of ${wanted} requests are refused${size > 1 ? `, of ${size} answered` : ''}`
  return lack(check, detail, `Requests fail with batches of ${wanted}: set CHAIN_BATCH_SIZE to ${size}.`)
}

/** Whether each request of a batch has its own result. */
async function isAnswered(url: string, size: number): Promise<boolean> {
  const calls = Array.from({ length: size }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId', params: [] }))
  const answers = await attempt(async () => {
    const headers = { 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(8_000)
    const response = await fetch(url, { method: 'POST', headers, signal, body: JSON.stringify(calls) })
    return (await response.json()) as unknown
  })
  if (!Array.isArray(answers) || answers.length !== size) return false
  const ids = new Set(answers.flatMap((answer) => (answer?.result === undefined ? [] : [answer.id])))
  return ids.size === size
}
