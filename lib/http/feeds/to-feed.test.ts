import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feedFormats, getPublicIssueFeedEndpoint, type JsonFeed } from '../../api/discovery-feed.ts'
import type { PublicIssueRow } from '../../data/public-issue-list.ts'
import { toFeed } from './to-feed.ts'

type Element = { name?: string; text?: string; cdata?: string; attributes?: object; elements?: Element[] }
type Parser = { xml2js: (xml: string, options: { compact: false }) => Element }
const parser: Parser = createRequire(import.meta.resolve('feed'))('xml-js')

const origin = 'https://jobwright.example'
const place = {
  origin,
  hostOrigin: 'https://github.com',
  target: '/api/v1/public/issues/feed/atom/?label=a%26b&q=%3C%22',
}
const row: PublicIssueRow = {
  id: 2400,
  repositoryFullName: 'acme/slugify-lite',
  number: 7,
  title: 'Umlauts are dropped',
  author: 'oscar',
  labels: ['bug', 'good, first'],
  language: 'JavaScript',
  comments: 1,
  assignees: 0,
  isOpen: true,
  position: '',
  createdAt: new Date('2026-11-01T08:00:00Z'),
  updatedAt: new Date('2026-11-20T09:30:00Z'),
  onchainJobId: 42n,
  jobState: 'OPEN',
  funding: 'open',
  reward: 25_000_000n,
}
const hostile = [
  ']]>',
  '<script>alert(1)</script>',
  '&lt;b&gt; &amp; "quoted" \'single\'',
  'bell \u0007, nul \u0000, delete \u007f, c1 \u0085',
  'half a pair \ud83d and \udc00',
  'no character \ufffe\uffff',
  'emoji 😀, 漢字, \u202eright to left',
  '<!-- --> <![CDATA[ x ]]> <?xml?>',
]

/** Well-formed, and of characters that XML 1.0 has a place for. */
function parse(xml: string): Element {
  expect(xml.isWellFormed()).toBe(true)
  expect(xml).not.toMatch(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u)
  // The parser lets this pass in attributes; others do not.
  expect(xml).not.toMatch(/<[\w:]+(\s+[\w:]+="[^"]*")*\s+[\w:]+="[^"<]*</)
  return parser.xml2js(xml, { compact: false })
}

const childrenOf = (element: Element | undefined, name: string) =>
  (element?.elements ?? []).filter((child) => child.name === name)
const textOf = (element: Element | undefined, name: string) =>
  (childrenOf(element, name)[0]?.elements ?? []).map(({ text, cdata }) => text ?? cdata ?? '').join('')
/** What a reader shows of HTML text without markup. */
const shown = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const clean = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, ' ')

const atomOf = (rows: PublicIssueRow[]) => childrenOf(parse(String(toFeed('atom', rows, place))), 'feed')[0]
const rssOf = (rows: PublicIssueRow[]) =>
  childrenOf(childrenOf(parse(String(toFeed('rss', rows, place))), 'rss')[0], 'channel')[0]
const jsonOf = (rows: PublicIssueRow[]) => toFeed('json', rows, place) as JsonFeed

const id = 'tag:jobwright.example,2026:public-issue/2400'
const url = `${origin}/issues/acme:slugify-lite:7`

test('Atom: each entry has a lasting id, its page, true times, an author and its funding', () => {
  const feed = atomOf([row])
  expect(textOf(feed, 'updated')).toBe('2026-11-20T09:30:00.000Z')
  expect(childrenOf(feed, 'link').map(({ attributes }) => attributes)).toEqual([
    { rel: 'alternate', href: `${origin}/issues?label=a%26b&q=%3C%22` },
    { rel: 'self', href: `${origin}${place.target}` },
  ])
  const [entry] = childrenOf(feed, 'entry')
  expect([textOf(entry, 'id'), textOf(entry, 'title')]).toEqual([id, 'Umlauts are dropped'])
  expect(childrenOf(entry, 'link')[0]?.attributes).toEqual({ href: url })
  expect([textOf(entry, 'published'), textOf(entry, 'updated')]).toEqual([
    '2026-11-01T08:00:00.000Z',
    '2026-11-20T09:30:00.000Z',
  ])
  expect(textOf(childrenOf(entry, 'author')[0], 'name')).toBe('oscar')
  expect(textOf(entry, 'content')).toContain('Open for work: pays 25.00 USDC.')
  expect(childrenOf(entry, 'category').map(({ attributes }) => attributes)).toMatchObject([
    { term: 'bug' },
    { term: 'good, first' },
    { term: 'JavaScript' },
    { term: 'funding: open' },
  ])
})

test('RSS: the same, with the time of the last change beside that of publication', () => {
  const channel = rssOf([row])
  expect(childrenOf(channel, 'atom:link')[0]?.attributes).toMatchObject({ rel: 'self', href: origin + place.target })
  const [item] = childrenOf(channel, 'item')
  expect([textOf(item, 'guid'), textOf(item, 'link'), textOf(item, 'dc:creator')]).toEqual([id, url, 'oscar'])
  expect([textOf(item, 'pubDate'), textOf(item, 'atom:updated')]).toEqual([
    'Sun, 01 Nov 2026 08:00:00 GMT',
    '2026-11-20T09:30:00.000Z',
  ])
  expect(childrenOf(item, 'category').map((one) => one.elements?.[0]?.text)).toContain('funding: open')
})

test('JSON Feed 1.1: the same, as the documented shape', () => {
  const feed = jsonOf([row])
  expect(getPublicIssueFeedEndpoint.reply.schema?.parse(feed)).toEqual(feed)
  expect(feed).toMatchObject({
    feed_url: origin + place.target,
    home_page_url: `${origin}/issues?label=a%26b&q=%3C%22`,
  })
  expect(feed.items).toEqual([
    {
      id,
      url,
      external_url: 'https://github.com/acme/slugify-lite/issues/7',
      title: 'Umlauts are dropped',
      content_html: expect.stringContaining('pays 25.00 USDC'),
      date_published: '2026-11-01T08:00:00.000Z',
      date_modified: '2026-11-20T09:30:00.000Z',
      authors: [{ name: 'oscar' }],
      tags: ['bug', 'good, first', 'JavaScript', 'funding: open'],
    },
  ])
})

describe('words of strangers stay words:', () => {
  test.each(hostile)('%j in title, label and author', (text) => {
    const rows = [{ ...row, title: text, labels: [text], author: text }]
    const [entry] = childrenOf(atomOf(rows), 'entry')
    expect(shown(textOf(entry, 'title'))).toBe(clean(text))
    expect(textOf(entry, 'title')).not.toContain('<')
    expect(childrenOf(entry, 'entry')).toEqual([])
    const [item] = childrenOf(rssOf(rows), 'item')
    expect(shown(textOf(item, 'title'))).toBe(clean(text))
    const [shownInJson] = jsonOf(rows).items
    expect(shownInJson?.title).toBe(clean(text))
    expect(shownInJson?.content_html).not.toMatch(/<(?!\/?p>|a href="https:\/\/github\.com\/|\/a>)/)
  })

  test('any text gives a feed that can be read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, label) => {
        for (const format of ['atom', 'rss'] as const)
          parse(String(toFeed(format, [{ ...row, title, labels: [label], author: label }], place)))
      }),
      { numRuns: 100 },
    )
  })
})

test('the same issues give the same bytes at any time, and none are a feed as well', () => {
  for (const format of feedFormats) {
    expect(toFeed(format, [row], place)).toEqual(toFeed(format, [row], place))
    expect(getPublicIssueFeedEndpoint.reply.schema?.safeParse(toFeed(format, [], place)).success).toBe(true)
  }
  expect(textOf(atomOf([]), 'updated')).toBe('1970-01-01T00:00:00.000Z')
})
