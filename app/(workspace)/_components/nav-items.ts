import type { Capability } from '#lib/domain/capability.ts'
import type { IconName } from '../../_components/icon.tsx'
import { workspaceText } from '../../_text/workspace.ts'

const text = workspaceText.nav

export type NavItem = { href: string; label: string; icon: IconName }

/** Where both hats meet. */
export const combinedItem: NavItem = { href: '/overview', label: text.home, icon: 'overview' }

/** The public list of issues that can be funded. */
export const issuesItem: NavItem = { href: '/issues', label: text.issues, icon: 'search' }

/** The pages of each hat. */
export const navItems: Record<Capability, readonly NavItem[]> = {
  client: [
    { href: '/client', label: text.overview, icon: 'overview' },
    { href: '/client/repositories', label: text.repositories, icon: 'repositories' },
    { href: '/client/drafts', label: text.drafts, icon: 'drafts' },
    { href: '/client/jobs', label: text.jobs, icon: 'jobs' },
    { href: '/client/transactions', label: text.transactions, icon: 'transactions' },
  ],
  agent_owner: [{ href: '/agents', label: text.agents, icon: 'agents' }],
}
