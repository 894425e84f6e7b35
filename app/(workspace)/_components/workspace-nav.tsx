'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { Capability } from '#lib/domain/capability.ts'
import { Icon, type IconName } from '../../_components/icon.tsx'
import { workspaceText } from '../../_text/workspace.ts'
import classes from './workspace-nav.module.css'

const text = workspaceText.nav

type NavItem = { href: string; label: string; icon: IconName }

const clientItems: readonly NavItem[] = [
  { href: '/client', label: text.overview, icon: 'overview' },
  { href: '/client/repositories', label: text.repositories, icon: 'repositories' },
  { href: '/client/drafts', label: text.drafts, icon: 'drafts' },
  { href: '/client/jobs', label: text.jobs, icon: 'jobs' },
  { href: '/client/transactions', label: text.transactions, icon: 'transactions' },
]
const ownerItems: readonly NavItem[] = [{ href: '/agents', label: text.agents, icon: 'agents' }]
const moreItems: readonly NavItem[] = [{ href: '/onboarding', label: text.addCapability, icon: 'plus' }]

export function WorkspaceNav({ capabilities, onNavigate }: { capabilities: Capability[]; onNavigate: () => void }) {
  const groups = [
    ...(capabilities.includes('client') ? [{ title: text.client, items: clientItems }] : []),
    ...(capabilities.includes('agent_owner') ? [{ title: text.agentOwner, items: ownerItems }] : []),
    ...(capabilities.length < 2 ? [{ title: null, items: moreItems }] : []),
  ]
  return groups.map(({ title, items }) => (
    <div key={title} className={classes.group}>
      {title && <p className={classes.title}>{title}</p>}
      <ul className={classes.list}>
        {items.map((item) => (
          <NavLine key={item.href} item={item} onNavigate={onNavigate} />
        ))}
      </ul>
    </div>
  ))
}

function NavLine({ item, onNavigate }: { item: NavItem; onNavigate: () => void }) {
  const path = usePathname()
  const isHere = item.href === '/client' ? path === item.href : path.startsWith(item.href)
  return (
    <li>
      <Link
        href={item.href}
        className={classes.link}
        onClick={onNavigate}
        {...(isHere && { 'aria-current': 'page' as const })}
      >
        <Icon name={item.icon} />
        {item.label}
      </Link>
    </li>
  )
}
