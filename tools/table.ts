import { visible } from '#lib/client/readable.ts'

/** Rows as aligned columns under their titles. */
export function toTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [titles, ...rows.map((row) => row.map(toPlain))]
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A text on one line, with what would command the terminal, or cannot be seen there, written out. */
export function toPlain(text: string): string {
  return visible(text).replaceAll(/[\t\n]/g, ' ')
}
