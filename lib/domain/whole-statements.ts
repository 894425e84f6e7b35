import type { Span } from './call-arguments.ts'

/** A call that is a whole statement of JavaScript, or all that an arrow function does, with the `await` before it. */
export function scriptStatement(text: string, call: Span): { statement: Span; awaited: string } | undefined {
  const line = text.slice(text.lastIndexOf('\n', call.start - 1) + 1, call.start)
  const [awaited = ''] = /\bawait\s+$/.exec(line) ?? []
  const head = line.slice(0, line.length - awaited.length)
  const tail = text.slice(call.end)
  const isBody = /=>\s*$/.test(head) && /^[ \t]*([;,)]|\n(?!\s*[.?]))/.test(tail)
  const isStatement = /^\s*$/.test(head)
    ? !/[=([,+\-*/&|?:.<>!]\s*$/.test(text.slice(0, call.start - line.length))
    : /[{};]\s*$/.test(head)
  const isEnded = /^[ \t]*(;|\}|\/\/|\/\*|$|\n(?!\s*[.?,]))/.test(tail)
  const isPromise =
    awaited === '' && /^\w+(\.strict)?\.(rejects|doesNotReject)\b/.test(text.slice(call.start, call.end))
  if (isPromise || !(isBody || (isStatement && isEnded))) return undefined
  return { statement: { start: call.start - awaited.length, end: call.end }, awaited }
}

/** How far a statement of Python is indented that has its lines for itself; undefined for what is part of another one. */
export function pythonIndent(text: string, statement: Span): string | undefined {
  const indent = text.slice(text.lastIndexOf('\n', statement.start - 1) + 1, statement.start)
  const isWhole = /^[ \t]*$/.test(indent) && /^[ \t]*(#[^\n]*)?(\n|$)/.test(text.slice(statement.end))
  return isWhole ? indent : undefined
}
