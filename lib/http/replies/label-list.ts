import { Failure } from '../../domain/failure.ts'

/** Names separated by commas; one that holds a comma itself stands in double quotes, and a quote in it is doubled. */
export function parseLabels(text: string): string[] {
  const labels: string[] = []
  let rest = text
  while (rest !== '') {
    const match = /^\s*(?:"((?:[^"]|"")*)"|([^",\s][^,]*)?)\s*(?:,|$)/.exec(rest)
    if (!match) throw unbalanced()
    labels.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim())
    rest = rest.slice(match[0].length)
  }
  return labels.filter(Boolean)
}

function unbalanced(): Failure {
  return new Failure('invalid_request', 'A quoted label does not end.', {
    errors: [{ pointer: '/labels', message: 'expected names separated by commas, quoted where they hold one' }],
  })
}
