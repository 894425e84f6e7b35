import { z } from 'zod'
import { issueSearch } from './discovery.ts'
import { defineEndpoint } from './endpoint.ts'
import { timestamp } from './scalars.ts'

const xml = z
  .string()
  .meta({ description: 'UTF-8. Titles and contents are HTML without any markup from the issues’ authors.' })

/** JSON Feed 1.1. */
const jsonFeed = z
  .strictObject({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    description: z.string(),
    home_page_url: z.url(),
    feed_url: z.url(),
    language: z.literal('en'),
    items: z.array(
      z.strictObject({
        id: z.string().meta({
          description: 'A tag URI that stays the same when the repository is renamed or the issue changes.',
          example: 'tag:jobwright.example,2026:public-issue/2400',
        }),
        url: z.url(),
        external_url: z.url(),
        title: z.string(),
        content_html: z.string().meta({ example: '<p>Open for work: pays 25.000000 USDC.</p>' }),
        date_published: timestamp,
        date_modified: timestamp,
        authors: z.array(z.strictObject({ name: z.string() })),
        tags: z.array(z.string()).meta({ example: ['bug', 'JavaScript', 'funding: open'] }),
      }),
    ),
  })
  .meta({ id: 'PublicIssueFeed', description: 'JSON Feed 1.1.' })

export type JsonFeed = z.output<typeof jsonFeed>

export const feedFormats = ['atom', 'rss', 'json'] as const
export type FeedFormat = (typeof feedFormats)[number]

export const getPublicIssueFeedEndpoint = defineEndpoint('getPublicIssueFeed', {
  tag: 'discovery',
  summary: 'Follow public issues in a feed reader',
  description:
    'The newest 50 issues that match the filters of the list. Each has its labels, language and funding state as categories and its reward as text. An empty feed has the start of 1970 as its update time.',
  access: 'public',
  rate: 'anonymous',
  isShared: true,
  params: z.strictObject({
    format: z.enum(feedFormats).meta({ description: 'Atom 1.0, RSS 2.0 or JSON Feed 1.1.', example: 'atom' }),
  }),
  query: issueSearch({
    sort: z
      .enum(['newest', 'updated'])
      .default('newest')
      .meta({ description: 'Selects the 50 issues and their order.' }),
  }),
  reply: {
    status: 200,
    schema: z.union([z.string(), jsonFeed]),
    description: 'The feed.',
    media: {
      parameter: 'format',
      types: {
        atom: { type: 'application/atom+xml', schema: xml },
        rss: { type: 'application/rss+xml', schema: xml },
        json: { type: 'application/feed+json', schema: jsonFeed },
      },
    },
  },
  failures: ['unavailable'],
})
