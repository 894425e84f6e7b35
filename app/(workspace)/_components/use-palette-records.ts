'use client'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import { unfundedDrafts } from '#lib/client/unfunded-drafts.ts'
import type { Capability } from '#lib/domain/capability.ts'
import type { IconName } from '../../_components/icon.tsx'
import { paletteText as text } from '../../_text/palette.ts'

type Item = { href: string; label: string; state: string; keywords?: string }
type Group = { group: string; icon: IconName; items: Item[] }
type Search = { typed: string; isOpen: boolean; capabilities: readonly Capability[] }
type Records = { groups: Group[]; isSearching: boolean; hasFailed: boolean }

/** The person's newest drafts and jobs, those that the service finds for what is typed, and every agent. */
export function usePaletteRecords({ typed, isOpen, capabilities }: Search): Records {
  const isClient = isOpen && capabilities.includes('client')
  const sought = typed.trim()
  const [q] = useDebouncedValue(sought, 250)
  const find = q === '' ? { enabled: false } : { enabled: isClient, placeholderData: keepPreviousData }
  const newestDrafts = useInfiniteQuery({ ...queries.drafts(unfundedDrafts), enabled: isClient })
  const foundDrafts = useInfiniteQuery({ ...queries.drafts({ ...unfundedDrafts, q }), ...find })
  const newestJobs = useInfiniteQuery({ ...queries.jobs(), enabled: isClient })
  const foundJobs = useInfiniteQuery({ ...queries.jobs({ group: null, q, sort: 'newest' }), ...find })
  const agents = useEveryAgent(isOpen && capabilities.includes('agent_owner'))
  const lists = [newestDrafts, foundDrafts, newestJobs, foundJobs, agents]
  const keywords = (list: { isPlaceholderData: boolean }) => (list.isPlaceholderData ? undefined : q)
  return {
    groups: [
      {
        group: text.groups.drafts,
        icon: 'drafts',
        items: withFound(itemsOf(newestDrafts).map(toDraft), itemsOf(foundDrafts).map(toDraft), keywords(foundDrafts)),
      },
      {
        group: text.groups.jobs,
        icon: 'jobs',
        items: withFound(itemsOf(newestJobs).map(toJob), itemsOf(foundJobs).map(toJob), keywords(foundJobs)),
      },
      { group: text.groups.agents, icon: 'agents', items: itemsOf(agents).map(toAgent) },
    ],
    isSearching:
      (isClient && q !== sought) ||
      lists.some((list) => list.isLoading || list.isPlaceholderData) ||
      (agents.hasNextPage && !agents.isError),
    hasFailed: lists.some(({ isError }) => isError),
  }
}

/** All pages, since agents cannot be searched at the service; an owner has few. */
function useEveryAgent(isOn: boolean) {
  const agents = useInfiniteQuery({ ...queries.agents(), enabled: isOn })
  const { hasNextPage, isFetching, isError, fetchNextPage } = agents
  useEffect(() => {
    if (isOn && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isOn, hasNextPage, isFetching, isError, fetchNextPage])
  return agents
}

function itemsOf<Item>({ data }: { data: { pages: { data: Item[] }[] } | undefined }): Item[] {
  return data?.pages.flatMap((page) => page.data) ?? []
}

function toDraft({ id, title, state }: ReplyOf<'listDrafts'>['data'][number]): Item {
  return { href: `/client/drafts/${id}`, label: title, state }
}

function toJob({ onchain_job_id: id, title, state }: ReplyOf<'listJobs'>['data'][number]): Item {
  return { href: `/client/jobs/${id}`, label: `${title} #${id}`, state }
}

function toAgent({ id, name, state }: ReplyOf<'listAgents'>['data'][number]): Item {
  return { href: `/agents/${id}`, label: name, state }
}

/** What the service found matches by what was asked for, such as its repository, though its name may not. */
function withFound(newest: Item[], found: Item[], keywords: string | undefined): Item[] {
  const foundItems = found.map((item) => ({ ...item, ...(keywords && { keywords }) }))
  const hrefs = new Set(found.map(({ href }) => href))
  return [...foundItems, ...newest.filter(({ href }) => !hrefs.has(href))]
}
