import { resolve } from 'node:path'
import { openRouter } from '#lib/http/api-routes.ts'
import { web } from '#lib/http/web.ts'
import type { Call } from '../discovery/measure.ts'

export type Statement = { text: string; values: string[] }
/** What answers one request: statements outside of a transaction, and those of its transaction in their order. */
export type Statements = { alone: Statement[]; inTransaction: Statement[] }

/** Sends requests through the product in this process, and takes down what it asks the database for the second of each. */
export async function captureStatements<Name extends string>(
  calls: Record<Name, { call: () => Call; status?: number }>,
): Promise<Record<Name, Statements>> {
  const router = await openRouter(resolve(import.meta.dirname, '../../..'))
  const { services } = web()
  let sent: Statement[] = []
  for (const { options } of [services.db.$client, services.reader.client])
    options.debug = (_, text, values) => void sent.push({ text, values: values as string[] })
  const captured: [string, Statements][] = []
  for (const [name, { call, status = 200 }] of Object.entries<{ call: () => Call; status?: number }>(calls)) {
    for (const _ of ['first', 'second']) {
      sent = []
      const { path, ...init } = call()
      const response = await router(new Request(`http://localhost${path}`, init))
      if (response.status !== status) throw new Error(`${name}: ${response.status} ${await response.text()}`)
    }
    captured.push([name, sortOut(sent)])
  }
  return Object.fromEntries(captured) as Record<Name, Statements>
}

function sortOut(sent: readonly Statement[]): Statements {
  const own = sent.filter(({ text }) => !text.includes('pg_catalog.pg_type'))
  const begin = own.findIndex(({ text }) => text.startsWith('begin'))
  if (begin < 0) return { alone: own, inTransaction: [] }
  const end = own.findIndex(({ text }) => text === 'commit')
  return { alone: [...own.slice(0, begin), ...own.slice(end + 1)], inTransaction: own.slice(begin + 1, end) }
}
