import { toProgramPath } from '../api/program-paths.ts'
import { pageOf } from '../domain/page-of.ts'
import type { Step } from '../domain/step.ts'
import { findOperation } from './find-operation.ts'

/** A reply with the actions in it as they are offered to programs. */
export function withProgramActions(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(withProgramActions)
  if (typeof reply !== 'object' || reply === null) return reply
  if (isAction(reply)) return toProgramAction(reply)
  return Object.fromEntries(Object.entries(reply).map(([name, value]) => [name, withProgramActions(value)]))
}

/**
 * What some token allows leads to the path of programs. What only a person does leads to its page, without method and
 * body; whatever needs no account stays as it is.
 */
export function toProgramAction<Offered extends Step>(action: Offered): Offered {
  const { method, body, href = '', ...rest } = action
  const [path = ''] = href.split('?')
  const operation = findOperation(method ?? 'GET', path)
  if (operation?.access !== 'session') return action
  if (operation.scope) return { ...action, href: toProgramPath(href) }
  return { ...rest, href: pageOf({ href: path }) ?? '/settings' } as Offered
}

function isAction(value: object): value is Step {
  return 'code' in value && 'text' in value && 'who' in value && 'until' in value
}
