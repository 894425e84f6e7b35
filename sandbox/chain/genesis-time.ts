import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The second in which the chain of this folder began; now, for a chain that begins. The node makes its first block
 * again at every start, and only an equal one is the block that the kept chain was built on.
 */
export function keepGenesisTime(dataDir: string, stateFile: string): number {
  const file = join(dataDir, 'genesis-time')
  if (existsSync(stateFile) && existsSync(file)) return Number(readFileSync(file, 'utf8'))
  const now = Math.floor(Date.now() / 1_000)
  writeFileSync(file, String(now), { flush: true })
  return now
}
