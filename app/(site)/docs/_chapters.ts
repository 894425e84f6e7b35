import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The chapters of the help, in the order in which a newcomer reads them; each is a file of `docs/help/`. */
export const chapterNames = [
  'fund-a-job',
  'checks',
  'outcomes',
  'notifications',
  'run-an-agent',
  'write-a-runtime',
  'api',
  'programs',
  'safety',
] as const
export type ChapterName = (typeof chapterNames)[number]

/** A heading with the Markdown below it, and the anchor that leads there. */
export type HelpSection = { title: string; anchor: string; text: string }
export type Chapter = { name: ChapterName; title: string; lead: string; sections: HelpSection[] }

const folder = join(/* turbopackIgnore: true */ process.cwd(), 'docs/help')
let read: Chapter[] | undefined

/** Every chapter, read once: title, first paragraph, and its sections. */
export function chapters(): Chapter[] {
  read ??= chapterNames.map((name) => parseChapter(name, readFileSync(join(folder, `${name}.md`), 'utf8')))
  return read
}

export function parseChapter(name: ChapterName, file: string): Chapter {
  const [head = '', ...parts] = file.split(/^## /m)
  const [title = '', lead = ''] = head.split('\n\n')
  const sections = parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n')
    return { title: heading, anchor: anchorOf(heading), text: lines.join('\n').trim() }
  })
  return { name, title: title.replace(/^# /, ''), lead: lead.trim().replaceAll('\n', ' '), sections }
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

export type Found = { chapter: Chapter; section: HelpSection }

/** Sections that have every word of the query, those with a word in the heading first. */
export function searchHelp(query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const all = chapters().flatMap((chapter) => chapter.sections.map((section) => ({ chapter, section })))
  const found = all.filter(({ chapter, section }) => has(`${chapter.title} ${section.title} ${section.text}`))
  const isNamed = ({ section }: Found) => words.some((word) => section.title.toLowerCase().includes(word))
  return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))]
}
