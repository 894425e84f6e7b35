import { findCloneToken } from '../../data/clone-tokens.ts'
import type { Context } from '../context.ts'

export const tokenPlace = (id: string) => `clone_tokens/token/${id}`

/** The token that this assignment, seat or probe clones with: null for a public repository, undefined while it is being made. */
export async function openCloneToken(
  ctx: Context,
  holderId: string,
  { repository }: { repository: { private: boolean } },
): Promise<string | null | undefined> {
  if (!repository.private) return null
  const row = await findCloneToken(ctx.db, holderId)
  return row?.tokenSealed ? ctx.vault.open(row.tokenSealed, tokenPlace(row.id)) : undefined
}
