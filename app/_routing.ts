import { type Capability, type Workspace, workspaceOf } from '#lib/domain/capability.ts'

const workspacePaths = ['/client', '/agents', '/connect']
/** For everybody who is signed in, with a capability or without. */
const personalPaths = ['/onboarding', '/settings']

const homes: Record<Workspace, string> = {
  client: '/client',
  combined: '/client',
  agent_owner: '/agents',
  onboarding: '/onboarding',
}

/** Where a signed-in person starts. */
export function homeOf(workspace: Workspace): string {
  return homes[workspace]
}

/** Where a page request must go instead; undefined when the page may try. `held` is undefined for a stranger. */
export function redirectFor(path: string, query: string, held: readonly Capability[] | undefined): string | undefined {
  const isWorkspace = workspacePaths.some((root) => path === root || path.startsWith(`${root}/`))
  if (!isWorkspace && !personalPaths.includes(path)) return undefined
  if (!held) return `/sign-in?${new URLSearchParams({ next: path + query })}`
  return isWorkspace && workspaceOf(held) === 'onboarding' ? '/onboarding' : undefined
}

/** A path of this origin to go to after sign-in; anything that could lead elsewhere becomes null. */
export function safeNext(next: string | null | undefined): string | null {
  if (!next?.startsWith('/')) return null
  const here = 'https://here.invalid'
  const url = URL.canParse(next, here) ? new URL(next, here) : undefined
  return url?.origin === here ? url.pathname + url.search : null
}
