import type { z } from 'zod'
import { toStream } from './text-stream.ts'

type Cells = z.ZodObject<Record<string, z.ZodType<string>>>

/** A table line by line: the members of `row` are its columns, in their order. */
export function toTable<Row extends Cells, Item>(
  row: Row,
  batches: AsyncGenerator<Item[]>,
  toRow: (item: Item) => z.input<Row>,
): ReadableStream<Uint8Array> {
  return toStream(linesOf(row, batches, toRow))
}

async function* linesOf<Row extends Cells, Item>(
  row: Row,
  batches: AsyncGenerator<Item[]>,
  toRow: (item: Item) => z.input<Row>,
): AsyncGenerator<string> {
  const columns = Object.keys(row.shape)
  yield csvLine(columns)
  for await (const batch of batches) {
    const rows = batch.map((item) => row.parse(toRow(item)))
    yield rows.map((cells) => csvLine(columns.map((column) => cells[column] ?? ''))).join('')
  }
}

/** One line of a table. A text that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join()}\r\n`
}

const number = /^-?\d+(\.\d+)?$/

function toCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
