import { isFailure } from '#lib/domain/failure.ts'
import type { Context } from '#lib/usecases/context.ts'
import { listVerifiers, type VerifierList } from '#lib/usecases/verifiers/list-verifiers.ts'

const limit = 25

/** A page of the list; the first one where the address names a page that there is not. */
export async function readList(
  ctx: Context,
  cursor: string | string[] | undefined,
): Promise<VerifierList & { isFirst: boolean }> {
  if (typeof cursor === 'string')
    try {
      return { ...(await listVerifiers(ctx, { cursor, limit })), isFirst: false }
    } catch (error) {
      if (!isFailure(error) || error.code !== 'invalid_request') throw error
    }
  return { ...(await listVerifiers(ctx, { limit })), isFirst: true }
}
