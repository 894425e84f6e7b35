import { amountText } from '#lib/domain/money.ts'
import { type StoryEntry, storyKinds } from '#lib/domain/story.ts'
import type { Context } from '#lib/usecases/context.ts'
import { readStories, type Stories, type Story } from '#lib/usecases/operations/read-stories.ts'
import { toPlain, toTable } from '../table.ts'

const kinds: ReadonlyMap<string, (typeof storyKinds)[number] | undefined> = new Map([
  ['story', undefined],
  ...storyKinds.map((kind) => [kind, kind] as const),
])

/** Whether the word asks for a story: `story`, or the kind of thing that the id must name. */
export const asksForStory = (word: string) => kinds.has(word)

/** What happened to the thing that the id names and what it waits for now, for a person or as JSON. */
export async function story(ctx: Context, word: string, id: string, isJson: boolean): Promise<string> {
  const kind = kinds.get(word)
  const stories = await readStories(ctx, { id, ...(kind && { kind }) })
  return isJson ? JSON.stringify(stories, null, 2) : describe(stories)
}

function describe({ stories, others }: Stories): string {
  const left = others.map(({ kind, id }) => `${kind} ${id}`)
  const more = left.length > 0 ? [`It also names: ${left.join(', ')}.`] : []
  return [...stories.map(describeStory), ...more].join('\n\n')
}

function describeStory({ target, now, entries, isCut }: Story): string {
  const title = `${target.kind} ${target.id}${target.via ? ` (by its ${target.via})` : ''}`
  return [
    title,
    toTable(
      ['Now', ''],
      now.map(({ name, value }) => [name, value]),
    ),
    [
      `What happened, ${isCut ? `the newest ${entries.length}, ` : ''}oldest first:`,
      ...entries.map(describeEntry),
    ].join('\n'),
  ].join('\n\n')
}

const width = 116
const indent = '    '

/** When and what on a line, and below it the details, of which none is parted. */
function describeEntry({ at, source, what, details }: StoryEntry): string {
  const lines = [`${at}  ${source.padEnd(7)}  ${toPlain(what)}`]
  let line = ''
  for (const [name, value] of Object.entries(source === 'audit' ? details : withAmounts(details))) {
    const detail = `${name}=${shorten(toPlain(typeof value === 'string' ? value : JSON.stringify(value)))}`
    if (line && indent.length + line.length + 2 + detail.length > width) {
      lines.push(`${indent}${line}`)
      line = ''
    }
    line += line ? `  ${detail}` : detail
  }
  return [...lines, ...(line ? [`${indent}${line}`] : [])].join('\n')
}

const amountNames = new Set([
  'amount',
  'budget',
  'fee',
  'held',
  'returned',
  'reward',
  'toClient',
  'toWorker',
  'verifierFee',
])

/** The events of the chain and our records hold base units; the audit trail has amounts as people write them. */
function withAmounts(details: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(details).map(([name, value]) => {
    if (name === 'terms') return [name, withAmounts(value as Record<string, unknown>)]
    return [name, amountNames.has(name) && /^\d+$/.test(`${value}`) ? amountText(BigInt(`${value}`)) : value]
  })
  return Object.fromEntries(entries)
}

const detailMax = 80

/** Ends before a word that does not fit; ids and hashes always do. */
function shorten(text: string): string {
  if (text.length <= detailMax) return text
  const start = text.slice(0, detailMax)
  const end = Math.max(start.lastIndexOf(' '), start.lastIndexOf(','))
  return `${text.slice(0, end > 0 ? end : detailMax)} … (--json has it)`
}
