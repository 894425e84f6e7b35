import { type Capability, type Workspace, workspaceOf } from '#lib/domain/capability.ts'

const overview = '/overview'
const workspacePaths = [overview, '/client', '/agents', '/connect']
/** For everybody who is signed in, with a capability or without. */
const personalPaths = ['/onboarding', '/settings', '/notifications', '/saved-searches']

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

/** Onboarding that leads on to this page. */
export function onboardingTo(next: string | null): string {
  return next === null || next === homes.onboarding
    ? homes.onboarding
    : `${homes.onboarding}?${new URLSearchParams({ next })}`
}

/** Where to go after onboarding: the page that was asked for, where these capabilities suffice, or else their home. */
export function afterOnboarding(next: string | null, held: readonly Capability[]): string {
  const home = homeOf(workspaceOf(held))
  const path = safeNext(next)
  if (path === null || redirectFor(path, '', held) !== undefined) return home
  return isBelow(path, homes.onboarding) ? home : path
}

/** Whose page it is; undefined for those of everybody and of both. */
export function capabilityFor(path: string): Capability | undefined {
  if (isBelow(path, '/client')) return 'client'
  return isBelow(path, '/agents') ? 'agent_owner' : undefined
}

function isBelow(path: string, root: string): boolean {
  const [pathname] = path.split(/[?#]/, 1)
  return pathname === root || (pathname?.startsWith(`${root}/`) ?? false)
}

/** Where a page request must go instead; undefined when the page may try. `held` is undefined for a stranger. */
export function redirectFor(path: string, query: string, held: readonly Capability[] | undefined): string | undefined {
  const isWorkspace = workspacePaths.some((root) => isBelow(path, root))
  if (!isWorkspace && !personalPaths.some((root) => isBelow(path, root))) return undefined
  if (!held) return `/sign-in?${new URLSearchParams({ next: path + query })}`
  const workspace = workspaceOf(held)
  const needed = capabilityFor(path)
  if (isWorkspace && (workspace === 'onboarding' || (needed && !held.includes(needed))))
    return onboardingTo(path + query)
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
  return url.pathname + url.search + url.hash
}
