import type { Block } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

/** Seconds since that block by this machine's clock, and whether they are more than the settings allow. */
export function headAgeOf({ settings }: Context, { timestamp }: Block): { headAge: number; isHeadOld: boolean } {
  const headAge = Math.max(0, Math.floor(Date.now() / 1_000) - Number(timestamp))
  return { headAge, isHeadOld: headAge > settings.headAgeSeconds }
}
