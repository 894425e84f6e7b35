import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { operations } from '#lib/domain/operations.ts'
import { createAnswerCheck, type ServedDocument } from '../../contract/answer-check.ts'
import type { Call, Plane } from '../plane/plane.ts'

const snapshot = resolve(import.meta.dirname, '../../../lib/api/openapi.snapshot.json')
const document = JSON.parse(readFileSync(snapshot, 'utf8')) as ServedDocument
const faultOf = createAnswerCheck(document)

/** What this plane answered that the service's published description does not know, in words. */
export function undocumented(plane: Pick<Plane, 'origin' | 'calls' | 'refused'>): string[] {
  return [...plane.calls, ...plane.refused].flatMap((call) => faultsOf(call, plane.origin))
}

function faultsOf({ operation, answer }: Call, origin: string): string[] {
  if (!answer) return []
  const [method, path] = operations[operation]
  const fault = faultOf({ method, url: `${origin}${path}` }, answer)
  if (fault) return [fault]
  if (answer.contentType !== 'application/problem+json') return []
  const { code } = JSON.parse(answer.text) as { code: string }
  const described = document.paths[path]?.[method.toLowerCase()]?.responses[answer.status]
  const isNamed = described?.description.includes(`\`${code}\``)
  return isNamed ? [] : [`${operation} answered ${answer.status} ${code}, which its description does not name`]
}
