import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type LocalChain, startChain } from '#sandbox/chain/start-chain.ts'

/** A chain of one's own with every contract in place: same genesis, addresses and keys as its siblings, nothing shared. */
export async function copyChain(folder: string, blockTimeSeconds?: number): Promise<LocalChain> {
  const dataDir = join(folder, 'chain')
  await cp(inject('chainFolder'), dataDir, { recursive: true })
  return startChain({ port: 0, dataDir, ...(blockTimeSeconds && { blockTimeSeconds }) })
}
