import { listRepositoryBranchesEndpoint } from '#lib/api/repositories.ts'
import { handle } from '#lib/http/handle.ts'
import { listBranches } from '#lib/usecases/repositories/list-branches.ts'

export const GET = handle(listRepositoryBranchesEndpoint, async ({ ctx, params }) => {
  const { names, isComplete } = await listBranches(ctx, { repositoryAccessId: params.repository_access_id })
  return { data: names, is_complete: isComplete }
})
