'use client'
import '@mantine/spotlight/styles.css'
import { useMantineColorScheme } from '@mantine/core'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { savedSearchesText } from '#app/_text/saved-searches.ts'
import { queries } from '#lib/client/queries.ts'
import { unfundedDrafts } from '#lib/client/unfunded-drafts.ts'
import type { Capability } from '#lib/domain/capability.ts'
import { Icon, type IconName } from '../../_components/icon.tsx'
import { helpText } from '../../_text/help.ts'
import { notificationsText } from '../../_text/notifications.ts'
import { paletteText as text } from '../../_text/palette.ts'
import { stateText } from '../../_text/records.ts'
import { workspaceText } from '../../_text/workspace.ts'
import { combinedItem, navItems } from './nav-items.ts'

type PaletteProps = { capabilities: readonly Capability[]; onLeave: () => void }

export function openPalette(): void {
  spotlight.open()
}

/** Goes to any page, draft, job or agent by its name, and does the few things that every page offers. */
export default function Palette({ capabilities, onLeave }: PaletteProps) {
  // Opened once it is there, it knows where the focus was and gives it back.
  useEffect(openPalette, [])
  const router = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  const records = useRecords(capabilities)
  const to = (id: string, href: string, label: string, icon: IconName, description?: string) => ({
    id,
    label,
    leftSection: <Icon name={icon} />,
    onClick: () => router.push(href),
    ...(description !== undefined && { description }),
  })
  const pages = capabilities.flatMap((capability) =>
    navItems[capability].map(({ href, label, icon }) =>
      to(href, href, label, icon, capabilities.length > 1 ? workspaceText.nav[capability] : undefined),
    ),
  )
  const actions: SpotlightActionGroupData[] = [
    {
      group: text.groups.pages,
      actions: [
        ...(capabilities.length > 1
          ? [to(combinedItem.href, combinedItem.href, combinedItem.label, combinedItem.icon)]
          : []),
        ...pages,
        to('/notifications', '/notifications', notificationsText.title, 'bell'),
        to('/saved-searches', '/saved-searches', savedSearchesText.title, 'search'),
        to('/settings', '/settings', workspaceText.nav.settings, 'settings'),
        to('/issues', '/issues', text.issues, 'search'),
      ],
    },
    ...records.map(({ group, icon, items }) => ({
      group,
      actions: items.map(({ href, label, state }) => to(href, href, label, icon, stateText[state] ?? state)),
    })),
    {
      group: text.groups.more,
      actions: [
        ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
          id: scheme,
          label: scheme === 'auto' ? text.system : text[scheme],
          leftSection: <Icon name={scheme === 'dark' ? 'moon' : 'sun'} />,
          onClick: () => setColorScheme(scheme),
        })),
        to('help', '/docs', helpText.title, 'search'),
        { ...to('docs', '', text.docs, 'external'), onClick: () => location.assign('/api/docs/') },
        { ...to('leave', '', workspaceText.nav.signOut, 'signOut'), onClick: onLeave },
      ],
    },
  ]
  return (
    <Spotlight
      actions={actions.filter((group) => group.actions.length > 0)}
      nothingFound={text.nothing}
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: text.placeholder,
        'aria-label': text.placeholder,
      }}
    />
  )
}

type Records = { group: string; icon: IconName; items: { href: string; label: string; state: string }[] }

/** The person's newest items; a funded draft is found as its job. Two drafts with the same name are distinguished by their issues. */
function useRecords(capabilities: readonly Capability[]): Records[] {
  const isClient = capabilities.includes('client')
  const drafts = useInfiniteQuery({ ...queries.drafts(unfundedDrafts), enabled: isClient }).data?.pages ?? []
  const jobs = useInfiniteQuery({ ...queries.jobs(), enabled: isClient }).data?.pages ?? []
  const agents =
    useInfiniteQuery({ ...queries.agents(), enabled: capabilities.includes('agent_owner') }).data?.pages ?? []
  return [
    {
      group: text.groups.drafts,
      icon: 'drafts',
      items: drafts
        .flatMap((page) => page.data)
        .map(({ id, title, state }) => ({ href: `/client/drafts/${id}`, label: title, state })),
    },
    {
      group: text.groups.jobs,
      icon: 'jobs',
      items: jobs
        .flatMap((page) => page.data)
        .map(({ onchain_job_id: id, title, state }) => ({
          href: `/client/jobs/${id}`,
          label: `${title} #${id}`,
          state,
        })),
    },
    {
      group: text.groups.agents,
      icon: 'agents',
      items: agents
        .flatMap((page) => page.data)
        .map(({ id, name, state }) => ({ href: `/agents/${id}`, label: name, state })),
    },
  ]
}
