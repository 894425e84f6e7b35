import type { FeedFormat, JsonFeed } from '../../api/discovery-feed.ts'
import type { PublicIssueRow } from '../../data/public-issue-list.ts'
import { type FeedPlace, toEntry } from './feed-entry.ts'
import { toJsonFeed } from './json-feed.ts'
import { toXmlFeed } from './xml-feed.ts'

/** The issues as a feed that says where it is and when any of them was changed last. */
export function toFeed(format: FeedFormat, rows: readonly PublicIssueRow[], place: FeedPlace): string | JsonFeed {
  const entries = rows.map((row) => toEntry(row, place))
  const query = place.target.split('?')[1]
  const head = {
    title: 'Issues on Jobwright',
    description: 'Public issues, and what is paid for them.',
    self: `${place.origin}${place.target}`,
    home: `${place.origin}/issues${query ? `?${query}` : ''}`,
    updated: new Date(Math.max(0, ...entries.map(({ updated }) => updated.getTime()))),
  }
  return format === 'json' ? toJsonFeed(head, entries) : toXmlFeed(format, head, entries)
}
