/** The names of a list that are separated by commas; `\,` is a comma within a name and `\\` a backslash. */
export function splitNames(text: string): string[] {
  const names: string[] = []
  for (const [, name = ''] of text.matchAll(/((?:[^,\\]|\\.|\\$)+)/gs)) names.push(name.replaceAll(/\\(.)/gs, '$1'))
  return names
}

/** The text from which `splitNames` reads these names. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[\\,]/g, '\\$&')).join()
}
