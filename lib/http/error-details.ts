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
      const [closest] = [...issue.errors].sort((a, b) => a.length - b.length)
      if (closest) return errorDetails(closest, path)
    }
    return [{ pointer: pointerTo(path), message: issue.message }]
  })
}

/** The JSON pointer (RFC 6901) of a path. */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
