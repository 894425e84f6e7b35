import { listUncheckedInstallations } from '../../data/repositories.ts'
import type { Context } from '../context.ts'
import { readLinks } from './read-links.ts'

/** A minute less than what is promised, so that rights converge within 15 minutes even if no delivery ever arrives. */
const staleSeconds = 14 * 60

/** Reads the links again that were not read for long, a few at a time; returns how many there were. */
export async function reconcileLinks(ctx: Context, limit = 20): Promise<number> {
  const links = await listUncheckedInstallations(ctx.db, staleSeconds, limit)
  await readLinks(ctx, links)
  return links.length
}
