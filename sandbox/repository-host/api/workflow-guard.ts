import type { Host } from '../context.ts'
import { folderId } from '../git/objects.ts'
import { listRefs } from '../git/read.ts'
import type { Repository } from '../store/repositories.ts'
import { assertGranted } from './access.ts'
import type { HostContext } from './request.ts'

const folder = '.github/workflows'

/** Throws 403 when a path holds a workflow and the App may not change those. */
export function assertNoWorkflow(host: Host, c: HostContext, repository: Repository, paths: readonly string[]): void {
  if (paths.some((path) => path === folder || path.startsWith(`${folder}/`))) assertMayChange(host, c, repository)
}

/** Throws 403 when the commit's workflows are those of no branch yet and the App may not change workflows. */
export async function assertWorkflowsUntouched(
  host: Host,
  c: HostContext,
  { repository, directory, sha }: { repository: Repository; directory: string; sha: string },
): Promise<void> {
  const wanted = await folderId(directory, sha, folder)
  if (wanted === undefined) return
  for (const branch of await listRefs(directory, 'refs/heads/'))
    if ((await folderId(directory, branch.sha, folder)) === wanted) return
  assertMayChange(host, c, repository)
}

function assertMayChange(host: Host, c: HostContext, repository: Repository): void {
  assertGranted(host, c.get('principal'), repository, { permission: 'workflows', level: 'write' })
}
