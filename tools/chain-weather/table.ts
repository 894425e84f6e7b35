import type { BooksCheck } from './check-books.ts'

export type Row = {
  weather: string
  seconds: number
  calls: number
  books: BooksCheck
  /** What failed, or empty. */
  trouble: string
}

/** One line for each weather, ready to be pasted into a document. */
export function tableOf(rows: readonly Row[]): string {
  const faults = Object.keys(rows[0]?.books.faults ?? {})
  const head = ['weather', 'seconds', 'requests', 'jobs', 'events', ...faults, 'result']
  const lines = rows.map(({ weather, seconds, calls, books, trouble }) => [
    weather,
    Math.round(seconds),
    calls,
    books.jobs,
    books.events,
    ...Object.values(books.faults),
    trouble || 'fine',
  ])
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
