export const capabilities = ['client', 'agent_owner'] as const
export type Capability = (typeof capabilities)[number]

export const workspaces = ['client', 'agent_owner', 'combined', 'onboarding'] as const
export type Workspace = (typeof workspaces)[number]

/** The workspace that a person's capabilities lead to. */
export function workspaceOf(held: readonly Capability[]): Workspace {
  if (held.includes('client') && held.includes('agent_owner')) return 'combined'
  if (held.includes('client')) return 'client'
  return held.includes('agent_owner') ? 'agent_owner' : 'onboarding'
}
