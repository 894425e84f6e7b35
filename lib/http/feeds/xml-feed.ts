import { Feed } from 'feed'
import { toHtml } from './clean-text.ts'
import type { FeedEntry } from './feed-entry.ts'

export type FeedHead = { title: string; description: string; self: string; home: string; updated: Date }

/** Atom 1.0 or RSS 2.0. */
export function toXmlFeed(format: 'atom' | 'rss', head: FeedHead, entries: readonly FeedEntry[]): string {
  const feed = new Feed({
    id: head.self,
    title: head.title,
    description: head.description,
    link: head.home,
    feed: head.self,
    language: 'en',
    updated: head.updated,
    generator: 'Jobwright',
  })
  for (const entry of entries)
    feed.addItem({
      id: entry.id,
      link: entry.url,
      title: toHtml(entry.title),
      content: entry.html,
      date: entry.updated,
      published: entry.published,
      category: entry.categories.map(format === 'atom' ? toTerm : (name) => ({ name })),
      ...(format === 'atom' ? { author: [{ name: entry.author }] } : { extensions: inRss(entry) }),
    })
  return format === 'atom' ? feed.atom1() : feed.rss2()
}

/** The library leaves this one sign as it is in attributes, where XML has no place for it. */
function toTerm(label: string): { name: string; term: string } {
  const name = label.replaceAll('<', '‹')
  return { name, term: name }
}

/** What RSS itself has no element for: an author without an address, and the time of the last change. */
function inRss({ author, updated }: FeedEntry) {
  return [
    { name: 'dc:creator', objects: { _text: author } },
    { name: 'atom:updated', objects: { _text: updated.toISOString() } },
  ]
}
