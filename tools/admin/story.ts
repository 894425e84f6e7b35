import { storyKinds } from '#lib/domain/story.ts'
import type { Context } from '#lib/usecases/context.ts'
import { type Stories, type Story, tellStory } from '#lib/usecases/operations/tell-story.ts'
import { toTable } from '../table.ts'

const kinds: ReadonlyMap<string, (typeof storyKinds)[number] | undefined> = new Map([
  ['story', undefined],
  ...storyKinds.map((kind) => [kind, kind] as const),
])

/** Whether the word asks for a story: `story`, or the kind of thing that the id must name. */
export const asksForStory = (word: string) => kinds.has(word)

/** What happened to the thing that the id names and what it waits for now, for a person or as JSON. */
export async function story(ctx: Context, word: string, id: string, isJson: boolean): Promise<string> {
  const kind = kinds.get(word)
  const stories = await tellStory(ctx, { id, ...(kind && { kind }) })
  return isJson ? JSON.stringify(stories, null, 2) : describe(stories)
}

function describe({ stories, others }: Stories): string {
  const left = others.map(({ kind, id }) => `${kind} ${id}`)
  const more = left.length > 0 ? [`It also names: ${left.join(', ')}.`] : []
  return [...stories.map(describeStory), ...more].join('\n\n')
}

function describeStory({ target, now, entries, isCut }: Story): string {
  const title = `${target.kind} ${target.id}${target.via ? ` (by its ${target.via})` : ''}`
  const lines = entries.map(({ at, source, what, details }) => [at, source, what, describeDetails(details)])
  return [
    title,
    toTable(
      ['now', ''],
      now.map(({ name, value }) => [name, value]),
    ),
    ...(isCut ? [`The newest ${entries.length} entries:`] : []),
    toTable(['at', 'from', 'what', 'details'], lines),
  ].join('\n\n')
}

const detailMax = 160

function describeDetails(details: Record<string, unknown>): string {
  const texts = Object.entries(details).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `${name}=${text.length > detailMax ? `${text.slice(0, detailMax)}...` : text}`
  })
  return texts.join(' ')
}
