import { ApiError } from './api.ts'
import { isGone, isUnanswered } from './refusals.ts'

export type RefusedDeletion = { id: string; error: ApiError }

/** `error` ended the deletion before every draft was asked for. */
export type Deletion = { deleted: string[]; refused: RefusedDeletion[]; error?: unknown }

/**
 * Deletes one draft after the other. A refusal keeps that draft and nothing else; one that another tab deleted is neither.
 * Any other error ends it, since the next draft would meet the same.
 */
export async function deleteDrafts(
  ids: readonly string[],
  remove: (id: string) => Promise<unknown>,
): Promise<Deletion> {
  const deleted: string[] = []
  const refused: RefusedDeletion[] = []
  for (const id of ids) {
    try {
      await remove(id)
      deleted.push(id)
    } catch (error) {
      if (!(error instanceof ApiError) || endsAll(error)) return { deleted, refused, error }
      if (!isGone(error)) refused.push({ id, error })
    }
  }
  return { deleted, refused }
}

/** One attempt. A draft that is gone after an attempt without an answer, which `lost` holds, was deleted by that one. */
export async function deleteOnce(
  id: string,
  lost: Set<string>,
  remove: (id: string) => Promise<unknown>,
): Promise<void> {
  try {
    await remove(id)
  } catch (error) {
    if (isGone(error) && lost.has(id)) return
    if (isUnanswered(error) || (error instanceof ApiError && error.problem.status >= 500)) lost.add(id)
    throw error
  }
}

function endsAll({ problem }: ApiError): boolean {
  return problem.status === 401 || problem.status === 429 || problem.status >= 500
}
