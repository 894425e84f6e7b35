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
/** Longer lines are written by no person, and patterns take long to give them up; they have a mark of their kind. */
const maxLine = 2_000
/** So many lines above, the head of the function is looked for. */
const reach = 40

/**
 * Added lines that empty what their function is given. A test that works out from it what it expects, after the call,
 * then expects nothing. Few fixes need it: most functions leave their arguments as they are.
 */
export function emptiedArguments(path: string, before: string, after: string): Emptied[] {
  const language = languageOf({ path, text: after })
  if (language !== 'javascript' && language !== 'python') return []
  const head = heads[language]
  const known = new Set(before.split('\n').map((line) => line.trim()))
  const lines = after.split('\n')
  const parameters = new Map<number, string[] | undefined>()
  return lines.flatMap((text, at): Emptied[] => {
    if (text.length > maxLine) return []
    const name = removals.map((removal) => removal.exec(text)?.[1]).find((found) => found !== undefined)
    if (name === undefined || known.has(text.trim())) return []
    return parametersAbove(at).includes(name) ? [{ line: at + 1, text: text.trim() }] : []
  })

  function parametersAbove(at: number): string[] {
    for (let line = at; line >= Math.max(0, at - reach); line -= 1) {
      if (!parameters.has(line)) parameters.set(line, parametersIn(lines[line] ?? '', head))
      const found = parameters.get(line)
      if (found) return found
    }
    return []
  }
}

/** Of the function that begins in the line, if one does. */
function parametersIn(line: string, head: RegExp): string[] | undefined {
  if (line.length > maxLine || /^\s*(if|for|while|switch|catch)\b/.test(line)) return undefined
  const found = head.exec(line)
  return (found?.slice(1).find((list) => list !== undefined) ?? (found ? '' : undefined))
    ?.split(',')
    .map((parameter) => /^\s*([A-Za-z_$][\w$]*)/.exec(parameter)?.[1] ?? '')
}
