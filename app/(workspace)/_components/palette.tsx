'use client'
import '@mantine/spotlight/styles.css'
import { useMantineColorScheme } from '@mantine/core'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { savedSearchesText } from '#app/_text/saved-searches.ts'
import type { Capability } from '#lib/domain/capability.ts'
import { Icon, type IconName } from '../../_components/icon.tsx'
import { helpText } from '../../_text/help.ts'
import { notificationsText } from '../../_text/notifications.ts'
import { paletteText as text } from '../../_text/palette.ts'
import { stateText } from '../../_text/records.ts'
import { workspaceText } from '../../_text/workspace.ts'
import { combinedItem, navItems } from './nav-items.ts'
import { usePaletteRecords } from './use-palette-records.ts'

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
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const records = usePaletteRecords({ typed, isOpen, capabilities })
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
    ...records.groups.map(({ group, icon, items }) => ({
      group,
      actions: items.map(({ href, label, state, keywords }) => ({
        ...to(href, href, label, icon, stateText[state] ?? state),
        ...(keywords && { keywords }),
      })),
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
      nothingFound={records.isSearching ? text.searching : records.hasFailed ? text.failed : text.nothing}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: text.placeholder,
        maxLength: 200,
        'aria-label': text.placeholder,
      }}
    />
  )
}
