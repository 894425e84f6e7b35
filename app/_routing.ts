import { type Capability, type Workspace, workspaceOf } from '#lib/domain/capability.ts'

const overview = '/overview'
const workspacePaths = [overview, '/client', '/agents', '/connect']
/** For everybody who is signed in, with a capability or without. */
const personalPaths = ['/onboarding', '/settings', '/notifications']

const homes: Record<Workspace, string> = {
  client: '/client',
  combined: overview,
  agent_owner: '/agents',
  onboarding: '/onboarding',
}

/** Where a signed-in person starts. */
export function homeOf(workspace: Workspace): string {
  return homes[workspace]
}

/** Where a page request must go instead; undefined when the page may try. `held` is undefined for a stranger. */
export function redirectFor(path: string, query: string, held: readonly Capability[] | undefined): string | undefined {
  const isBelow = (root: string) => path === root || path.startsWith(`${root}/`)
  const isWorkspace = workspacePaths.some(isBelow)
  if (!isWorkspace && !personalPaths.some(isBelow)) return undefined
  if (!held) return `/sign-in?${new URLSearchParams({ next: path + query })}`
  const workspace = workspaceOf(held)
  if (isWorkspace && workspace === 'onboarding') return homes.onboarding
  return path === overview && workspace !== 'combined' ? homes[workspace] : undefined
}

/**
 * A path of this origin to go to after sign-in; anything that could lead elsewhere becomes null. The path is judged as
 * it is after its dot segments are gone, since `/..//evil.test` becomes `//evil.test`.
 */
export function safeNext(next: string | null | undefined): string | null {
  if (!next?.startsWith('/') || /[\p{Cc}\s\\]/u.test(next)) return null
  const here = 'https://here.invalid'
  const url = URL.canParse(next, here) ? new URL(next, here) : undefined
  if (url?.origin !== here || url.pathname.startsWith('//')) return null
  return url.pathname + url.search
}
