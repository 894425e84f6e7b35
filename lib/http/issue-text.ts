import type { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue

const nouns: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
  record: 'an object with named fields',
  null: 'null',
}

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address, such as ada@example.org',
  uuid: 'a UUID of 36 characters',
  url: 'a whole URL, such as https://example.org/path',
  datetime: 'a time in UTC, such as 2026-11-21T10:00:00.000Z',
}

/** What is wrong with one value, in words for a person. What a schema says itself comes before this. */
export function issueText(issue: RawIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'This field is required.'
  switch (issue.code) {
    case 'invalid_type':
      return `This must be ${nouns[issue.expected] ?? 'of another type'}.`
    case 'too_big':
      return `This ${amountOf('at most', issue.maximum, issue)}.`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'This must not be empty.'
      return `This ${amountOf('at least', issue.minimum, issue)}.`
    case 'invalid_format':
      return `This must be ${formats[issue.format] ?? 'a text of the documented form'}.`
    case 'invalid_value':
      return `This must be ${listOf(issue.values)}.`
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? `This must be ${listOf(issue.options)}.`
        : 'This must have one of the documented forms.'
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return 'There is no such field.'
    case 'invalid_key':
      return 'A name in this object does not have the documented form.'
    default:
      return 'This value is not valid here.'
  }
}

type Bound = Extract<RawIssue, { code: 'too_big' | 'too_small' }>

/** `may have at most 200 entries`, `must be at least 1`. */
function amountOf(relation: 'at most' | 'at least', bound: number | bigint, issue: Bound): string {
  const kind = issue.exact ? 'exactly' : relation
  const verb = kind === 'at most' ? 'may' : 'must'
  if (issue.origin === 'string') return `${verb} have ${kind} ${bound} ${bound === 1 ? 'character' : 'characters'}`
  if (issue.origin === 'array' || issue.origin === 'set')
    return `${verb} have ${kind} ${bound} ${bound === 1 ? 'entry' : 'entries'}`
  if (issue.inclusive === false) return `must be ${issue.code === 'too_big' ? 'less' : 'more'} than ${bound}`
  return `${verb} be ${kind} ${bound}`
}

function listOf(values: readonly unknown[]): string {
  const [only, ...others] = values.map((value) => (typeof value === 'string' ? `“${value}”` : String(value)))
  return others.length === 0 ? String(only) : `one of ${[only, ...others].join(', ')}`
}
