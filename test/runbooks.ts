import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { admin } from './admin.ts'
import type { Service } from './service.ts'

const [, chapter = ''] = readFileSync(resolve(import.meta.dirname, '../docs/operations.md'), 'utf8').split(
  '\n## When an alarm rings\n',
)

/** Steps that need an answer of a person first. */
const needsPerson = ['withdrawals resolve']

/** Takes the steps that the runbook of an alarm names for a program: readiness, `psql` and the admin's commands. Returns what each showed. */
export async function followRunbook(service: Service, alarm: string): Promise<string[]> {
  const text = chapter.split(`\n### ${alarm}\n`)[1]?.split('\n##')[0]?.replaceAll(/\s+/g, ' ') ?? ''
  const shown: string[] = []
  if (text.includes('`curl <origin>/api/ready/`')) {
    const answer = await service.router(new Request(`${service.origin}/api/ready/`))
    shown.push(`${answer.status} ${await answer.text()}`)
  }
  let found = ''
  for (const [, statement = ''] of text.matchAll(/In `psql`: `([^`]+)`/g)) {
    const [row] = await service.sql.unsafe<{ id: string }[]>(statement)
    found = row?.id ?? ''
    shown.push(found)
  }
  for (const [, command = ''] of text.matchAll(/`npm run admin -- ([^`]+)`/g))
    if (!needsPerson.includes(command))
      shown.push((await admin(service, ...command.replace('<id>', found).split(' '))).stdout)
  return shown
}
