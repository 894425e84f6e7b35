import { ApiError } from './api.ts'

export type RefusedDeletion = { id: string; error: ApiError }

/**
 * Deletes one draft after the other. A refusal keeps that draft and nothing else; what has gone already counts as deleted.
 * Any other error ends it, since the next draft would meet the same.
 */
export async function deleteDrafts(
  ids: readonly string[],
  remove: (id: string) => Promise<unknown>,
): Promise<{ deleted: string[]; refused: RefusedDeletion[] }> {
  const deleted: string[] = []
  const refused: RefusedDeletion[] = []
  for (const id of ids) {
    try {
      await remove(id)
      deleted.push(id)
    } catch (error) {
      if (!(error instanceof ApiError) || endsAll(error)) throw error
      if (error.problem.code !== 'not_found') refused.push({ id, error })
    }
  }
  return { deleted, refused }
}

function endsAll({ problem }: ApiError): boolean {
  return problem.status === 401 || problem.status === 429 || problem.status >= 500
}
