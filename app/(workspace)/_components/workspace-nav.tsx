'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useId } from 'react'
import { capabilities as all, type Capability } from '#lib/domain/capability.ts'
import { Icon } from '../../_components/icon.tsx'
import { workspaceText } from '../../_text/workspace.ts'
import { combinedItem, issuesItem, type NavItem, navItems } from './nav-items.ts'
import classes from './workspace-nav.module.css'

const text = workspaceText.nav

const adding: Record<Capability, NavItem> = {
  client: { href: '/onboarding', label: text.add.client, icon: 'plus' },
  agent_owner: { href: '/onboarding', label: text.add.agent_owner, icon: 'plus' },
}

type WorkspaceNavProps = { capabilities: readonly Capability[]; onNavigate: () => void }

/** One section for each hat that the person wears, and the way to the other one. */
export function WorkspaceNav({ capabilities, onNavigate }: WorkspaceNavProps) {
  const missing = all.filter((capability) => !capabilities.includes(capability))
  return (
    <>
      {missing.length === 0 && (
        <div className={classes.group}>
          <ul className={classes.list}>
            <NavLine item={combinedItem} onNavigate={onNavigate} />
          </ul>
        </div>
      )}
      {all
        .filter((capability) => capabilities.includes(capability))
        .map((capability) => (
          <NavGroup key={capability} title={text[capability]} items={navItems[capability]} onNavigate={onNavigate} />
        ))}
      <ul className={classes.list}>
        <NavLine item={issuesItem} onNavigate={onNavigate} />
        {missing.map((capability) => (
          <NavLine key={capability} item={adding[capability]} onNavigate={onNavigate} />
        ))}
      </ul>
    </>
  )
}

type NavGroupProps = { title: string; items: readonly NavItem[]; onNavigate: () => void }

function NavGroup({ title, items, onNavigate }: NavGroupProps) {
  const id = useId()
  return (
    <div className={classes.group}>
      <p id={id} className={classes.title}>
        {title}
      </p>
      <ul className={classes.list} aria-labelledby={id}>
        {items.map((item) => (
          <NavLine key={item.href} item={item} onNavigate={onNavigate} />
        ))}
      </ul>
    </div>
  )
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
