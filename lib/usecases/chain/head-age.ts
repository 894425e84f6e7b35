import { isFailure } from '../../domain/failure.ts'
import type { Block } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

/** Seconds since that block by this machine's clock, and whether they are more than the settings allow. */
export function headAgeOf({ settings }: Context, { timestamp }: Block): { headAge: number; isHeadOld: boolean } {
  const headAge = Math.max(0, Math.floor(Date.now() / 1_000) - Number(timestamp))
  return { headAge, isHeadOld: headAge > settings.headAgeSeconds }
}

/** Another program may have stored a block that no node has shown this one yet. */
export function newestKnown(heard: Block, stored: Block | undefined): Block {
  return stored && stored.number > heard.number ? stored : heard
}

/** How far the indexer may read; undefined while nodes do not agree on a final block, which does not keep pages from being shown. */
export async function readableOf({ chain }: Context): Promise<Block | undefined> {
  try {
    return await chain.readableBlock()
  } catch (error) {
    if (!isFailure(error)) throw error
    return undefined
  }
}
