import type { z } from 'zod'
import type { FailureDetail } from '../domain/failure.ts'

type Issue = z.core.$ZodIssue

/** What is wrong, each with the JSON pointer (RFC 6901) of the place; of a union, what keeps its closest member from fitting. */
export function errorDetails(issues: readonly Issue[], base: readonly PropertyKey[] = []): FailureDetail[] {
  return issues.flatMap((issue): FailureDetail[] => {
    const path = [...base, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ pointer: pointerTo([...path, key]), message: 'There is no such field.' }))
    if (issue.code === 'invalid_union') {
      if (issue.errors.length > 0 && issue.errors.every(isOtherForm))
        return [{ pointer: pointerTo(path), message: eitherOf(issue.errors) }]
      const [closest] = issue.errors.filter((member) => !isOtherForm(member)).sort((a, b) => a.length - b.length)
      if (closest) return errorDetails(closest, path)
    }
    return [{ pointer: pointerTo(path), message: issue.message }]
  })
}

/** Whether a value does not even have the form of a member of a union, such as a list where that is a word. */
function isOtherForm([issue, ...others]: readonly Issue[]): boolean {
  const code = issue?.code
  return others.length === 0 && issue?.path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
}

/** `This must be “all”, or a list.` */
function eitherOf(errors: readonly (readonly Issue[])[]): string {
  const [first = '', ...others] = new Set(errors.flatMap(([issue]) => issue?.message ?? []))
  const ends = others.map((message) => message.replace(/^This must be (.*)\.$/, '$1'))
  return [first.replace(/\.$/, ''), ...ends].join(', or ').concat('.')
}

/** The JSON pointer (RFC 6901) of a path. */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
