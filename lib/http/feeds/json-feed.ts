import type { JsonFeed } from '../../api/discovery-feed.ts'
import type { FeedEntry } from './feed-entry.ts'
import type { FeedHead } from './xml-feed.ts'

export function toJsonFeed(head: FeedHead, entries: readonly FeedEntry[]): JsonFeed {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: head.title,
    description: head.description,
    home_page_url: head.home,
    feed_url: head.self,
    language: 'en',
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      external_url: entry.hostUrl,
      title: entry.title,
      content_html: entry.html,
      date_published: entry.published.toISOString(),
      date_modified: entry.updated.toISOString(),
      authors: [{ name: entry.author }],
      tags: entry.categories,
    })),
  }
}
