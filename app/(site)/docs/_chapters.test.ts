import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { helpText } from '../../_text/help.ts'
import { chapterNames, chapters, parseChapter, searchHelp } from './_chapters.ts'

const app = resolve(import.meta.dirname, '../..')
const anchors = new Set(
  chapters().flatMap(({ name, sections }) => [
    `/docs/${name}`,
    ...sections.map(({ anchor }) => `/docs/${name}#${anchor}`),
  ]),
)
const isPage = (path: string) =>
  ['(site)', '(workspace)', ''].some((group) => existsSync(join(app, group, path, 'page.tsx'))) ||
  existsSync(join(app, path, 'route.ts'))

describe.each(chapters())('the chapter $name', ({ title, lead, sections }) => {
  test('has a title, a lead of one paragraph, and sections with distinct anchors', () => {
    expect(title).not.toBe('')
    expect(lead.length).toBeGreaterThan(40)
    // The lead is shown as it is written.
    expect(lead).not.toMatch(/[[\]`*]/)
    expect(sections.length).toBeGreaterThan(2)
    expect(new Set(sections.map(({ anchor }) => anchor)).size).toBe(sections.length)
    expect(sections.every(({ text }) => text.length > 0)).toBe(true)
  })

  test('links only to pages and sections that exist', () => {
    const links = sections.flatMap(({ text }) => [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, href]) => href ?? ''))
    expect(links.filter((href) => !anchors.has(href) && !isPage(href.replace(/[?#].*/, '')))).toEqual([])
  })
})

test('every chapter has a link text for the pages that lead to it', () => {
  expect(Object.keys(helpText.links).sort()).toEqual([...chapterNames].sort())
})

test('pages link only to sections of the help that exist, and those of webhooks to how a signature is verified', () => {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const links = files.flatMap((name) => readFileSync(join(app, name), 'utf8').match(/\/docs\/[a-z-]+#[a-z-]+/g) ?? [])
  expect(links.filter((href) => !anchors.has(href))).toEqual([])
  expect(links).toContain('/docs/api#receive-webhooks')
  const [found] = searchHelp('webhook-signature hmac')
  expect(found?.section.anchor).toBe('receive-webhooks')
  for (const fact of ['webhook-id', 'webhook-timestamp', 'whsec_', '24 hours', '410'])
    expect(found?.section.text).toContain(fact)
})

test('a chapter is read into title, lead and sections', () => {
  const file = '# Pay\n\nOne\nline.\n\n## What is paid?\n\nThis.\n\n### Not a section\n\n## Who pays\n\nYou.\n'
  expect(parseChapter('api', file)).toEqual({
    name: 'api',
    title: 'Pay',
    lead: 'One line.',
    sections: [
      { title: 'What is paid?', anchor: 'what-is-paid', text: 'This.\n\n### Not a section' },
      { title: 'Who pays', anchor: 'who-pays', text: 'You.' },
    ],
  })
})

test('a search finds sections that have every word, those that are named so first', () => {
  const titles = (query: string) => searchHelp(query).map(({ section }) => section.title)
  expect(titles('sealed')[0]).toBe('Sealed files')
  expect(titles('SEALED verifiers').length).toBeLessThanOrEqual(titles('sealed').length)
  expect(titles('withdraw')).toContain('Get paid')
  expect(titles('no-such-word')).toEqual([])
  expect(titles('  ')).toEqual([])
})
