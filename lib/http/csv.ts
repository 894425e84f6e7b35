/** One line of a table. A text that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join()}\r\n`
}

const number = /^-?\d+(\.\d+)?$/

function toCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
