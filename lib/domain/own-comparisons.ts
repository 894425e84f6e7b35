import type { Tripped } from './tripped.ts'

const scriptClass = /\bclass\s+\w*\s*extends\s+(String|Number|Boolean|RegExp|Date|Set|Map|\w*Array)\b/
const scriptMethod =
  /^\s*(?:async\s+)?(?:has|includes|indexOf|lastIndexOf|startsWith|endsWith|search|some|every|\[Symbol\.(?:toPrimitive|match|search|hasInstance)\])\s*(?:\(|=)/
const pythonClass =
  /^\s*class\s+\w+\s*\([^)]*\b(str|bytes|int|float|complex|Decimal|Fraction|list|tuple|dict|set|frozenset|datetime|date|timedelta|UserString|UserList|UserDict)\b[^)]*\)\s*:/
const pythonMethod = /^\s*(?:def\s+__(?:eq|ne|contains)__\s*\(|__(?:eq|ne|contains)__\s*=)/
const exceptionClass = /^\s*class\s+\w+\s*\(([^)]*)\)\s*:/
const exceptions =
  /\b(ArithmeticError|AssertionError|AttributeError|EOFError|ImportError|IndexError|KeyError|LookupError|MemoryError|NameError|NotImplementedError|OSError|OverflowError|RecursionError|RuntimeError|StopIteration|SyntaxError|TimeoutError|TypeError|UnicodeError|ValueError|ZeroDivisionError)\b/g
/** What makes anything an instance of a class. */
const instanceCheck = /^\s*def\s+__(?:instance|subclass)check__\s*\(/
const maxBody = 200

/**
 * Values that decide themselves what they are equal to: a class of the result's own that is a text, a number or a list,
 * and compares in another way; or an error that is of several unrelated classes at once. Lines of the base are not looked at.
 */
export function ownComparisons(path: string, lines: readonly string[], known: ReadonlySet<string>): Tripped[] {
  const isPython = path.endsWith('.py')
  const [header, method] = isPython ? [pythonClass, pythonMethod] : [scriptClass, scriptMethod]
  return lines.flatMap((line, at): Tripped[] => {
    if (line.length > maxBody) return []
    if (isPython && !known.has(line.trim()) && (unrelatedErrors(line) > 1 || instanceCheck.test(line)))
      return [{ code: 'replaces_builtin', line: at + 1, text: line.trim() }]
    if (!header.test(line)) return []
    const body = lines.slice(at + 1, endOfClass(lines, at))
    const found = body.findIndex((one) => method.test(one) && !known.has(one.trim()))
    return found === -1 ? [] : [{ code: 'replaces_builtin', line: at + 2 + found, text: (body[found] ?? '').trim() }]
  })
}

function unrelatedErrors(line: string): number {
  const bases = exceptionClass.exec(line)?.[1] ?? ''
  return new Set(bases.match(exceptions)).size
}

/** The class ends where a line is indented no deeper than it. */
function endOfClass(lines: readonly string[], at: number): number {
  const depth = indentOf(lines[at] ?? '')
  const end = lines.findIndex((line, index) => index > at && line.trim() !== '' && indentOf(line) <= depth)
  return Math.min(end === -1 ? lines.length : end, at + maxBody)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
