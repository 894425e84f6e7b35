import { languageOf } from './test-file.ts'

export type Emptied = { line: number; text: string }

const removals = [
  /(?<![\w$.])([A-Za-z_$][\w$]*)\.(?:length\s*=\s*0\b|splice\(\s*0\s*(?:\)|,\s*(?:\1\.length|Infinity)\s*\))|clear\(\s*\))/,
  /\bfor\b.*\bdelete\s+([A-Za-z_$][\w$]*)\[/,
]
const heads = {
  javascript:
    /(?:\bfunction\b[^(]*|^\s*(?:async\s+|static\s+)*[\w$]+\s*)\(([^()]*)\)\s*\{|\(([^()]*)\)\s*=>|(?<![\w$.])([\w$]+)\s*=>/,
  python: /^\s*(?:async\s+)?def\s+\w+\s*\(([^()]*)\)/,
}
/** So many lines above, the head of the function is looked for. */
const reach = 40

/**
 * Added lines that empty what their function is given. A test that works out from it what it expects, after the call,
 * then expects nothing. Few fixes need it: most functions leave their arguments as they are.
 */
export function emptiedArguments(path: string, before: string, after: string): Emptied[] {
  const language = languageOf({ path, text: after })
  if (language !== 'javascript' && language !== 'python') return []
  const known = new Set(before.split('\n').map((line) => line.trim()))
  const lines = after.split('\n')
  return lines.flatMap((text, at): Emptied[] => {
    const name = removals.map((removal) => removal.exec(text)?.[1]).find((found) => found !== undefined)
    if (name === undefined || known.has(text.trim())) return []
    return parametersAbove(lines, at, heads[language]).includes(name) ? [{ line: at + 1, text: text.trim() }] : []
  })
}

function parametersAbove(lines: readonly string[], at: number, head: RegExp): string[] {
  for (let line = at; line >= Math.max(0, at - reach); line -= 1) {
    const found = head.exec(lines[line] ?? '')
    if (found && !/^\s*(if|for|while|switch|catch)\b/.test(lines[line] ?? ''))
      return (found.slice(1).find((list) => list !== undefined) ?? '')
        .split(',')
        .map((parameter) => /^\s*([A-Za-z_$][\w$]*)/.exec(parameter)?.[1] ?? '')
  }
  return []
}
