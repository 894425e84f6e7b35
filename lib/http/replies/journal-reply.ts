import type { z } from 'zod'
import { type JournalFormat, journalEntry } from '../../api/journal.ts'
import type { Journal, TimedEntry } from '../../usecases/journal/read-journal.ts'
import { toStream } from '../text-stream.ts'
import { toWire } from '../to-wire.ts'

type Entry = z.output<typeof journalEntry>

/** The journal line by line; the next batch is read when the caller has taken the one before. */
export function toJournalReply({ batches }: Journal, format: JournalFormat): ReadableStream<Uint8Array> {
  return toStream(lines(batches, format))
}

async function* lines(batches: Journal['batches'], format: JournalFormat): AsyncGenerator<string> {
  const columns = Object.keys(journalEntry.shape) as (keyof Entry)[]
  if (format === 'csv') yield `${columns.join()}\r\n`
  for await (const batch of batches) {
    const entries = batch.map((entry) => journalEntry.parse(toEntry(entry)))
    const toLine = (entry: Entry) =>
      format === 'csv' ? `${columns.map((column) => entry[column] ?? '').join()}\r\n` : `${JSON.stringify(entry)}\n`
    if (entries.length > 0) yield entries.map(toLine).join('')
  }
}

function toEntry({ minedAt: blockTime, transferIndex: transferLogIndex, ...entry }: TimedEntry) {
  return toWire(journalEntry, { ...entry, blockTime, transferLogIndex })
}
