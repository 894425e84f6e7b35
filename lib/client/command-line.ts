/** The arguments of a command as one line of text; those with spaces or quotes are quoted. */
export function joinCommand(argv: readonly string[]): string {
  return argv.map((part) => (/^[^\s'"]+$/.test(part) ? part : `"${part.replace(/["\\]/g, '\\$&')}"`)).join(' ')
}

/** The arguments that such a line means; quotes group, a backslash inside double quotes takes the next character as it is. */
export function splitCommand(line: string): string[] {
  const parts = line.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s'"])+/g) ?? []
  return parts.map((part) =>
    part.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'/g, (_, double: string | undefined, single: string | undefined) =>
      double === undefined ? (single ?? '') : double.replace(/\\(.)/g, '$1'),
    ),
  )
}
