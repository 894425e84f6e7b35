import { callArguments, type Span } from './call-arguments.ts'

const program = /(^|\/)bin\/|(^|\/)(cli|main)\.[cm]?[jt]s$/
const ofMain = /\bprocess\.exit\s*\(\s*(?:await\s+)?[\w.]+\(/
const exit = /\b(?:process|sys)\.exit\s*\(/
const scriptHandler = /\bprocess\.(?:on|once)\(\s*['"]SIG(?:TERM|INT|HUP|QUIT|BREAK)['"]\s*,\s*(?:(\w+)\s*\))?/g
const pythonHandler = /\bsignal\.signal\(\s*signal\.SIG(?:TERM|INT|HUP)\s*,/g
const maxHandlers = 10

/**
 * The lines that end a process as its work: a program that exits with what its main function gives, and a handler of a
 * signal that asks it to end. A handler that anything else calls is none.
 */
export function expectedExits(path: string, text: string, lines: readonly string[]): ReadonlySet<number> {
  const isProgram = program.test(path) || text.startsWith('#!')
  const spans = path.endsWith('.py') ? handlersIn(text, pythonHandler, 'python') : scriptHandlers(text)
  const found = new Set<number>()
  let start = 0
  for (const [at, line] of lines.entries()) {
    const end = start + line.length
    const isInHandler = spans.some((span) => span.start < end && span.end > start)
    if ((isInHandler && exit.test(line)) || (isProgram && ofMain.test(line))) found.add(at)
    start = end + 1
  }
  return found
}

function scriptHandlers(text: string): Span[] {
  const named = [...text.matchAll(scriptHandler)].slice(0, maxHandlers).flatMap(([, name]) => name ?? [])
  return [
    ...handlersIn(text, scriptHandler, 'javascript'),
    ...[...new Set(named)].flatMap((name) => bodyOf(text, name, named.filter((one) => one === name).length)),
  ]
}

function handlersIn(text: string, pattern: RegExp, language: 'javascript' | 'python'): Span[] {
  return [...text.matchAll(pattern)].slice(0, maxHandlers).flatMap(({ 0: found, index }) => {
    const call = callArguments(text, index + found.indexOf('('), language)
    return call ? [{ start: index, end: call.end }] : []
  })
}

/** The body of a function that stands in the text as often as it is a handler, and where it is made. */
function bodyOf(text: string, name: string, uses: number): Span[] {
  if ([...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length !== uses + 1) return []
  const made = new RegExp(
    `\\b(?:function ${name}\\(\\w*\\)|const ${name} = (?:async )?(?:function ?)?\\(?\\w*\\)?(?: =>)?) *`,
  ).exec(text)
  if (!made) return []
  const open = made.index + made[0].length
  const end = text[open] === '{' ? callArguments(text, open, 'javascript')?.end : text.indexOf('\n', open)
  return end === undefined ? [] : [{ start: made.index, end }]
}
