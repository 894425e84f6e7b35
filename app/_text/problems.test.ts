import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { failureKinds } from '#lib/domain/failure.ts'
import { problemText } from './problems.ts'

const root = resolve(import.meta.dirname, '../..')

test('every code that the service can answer with has a meaning and a next step, and no other has', () => {
  expect(Object.keys(problemText).sort()).toEqual(Object.keys(failureKinds).sort())
  for (const [code, { meaning, next }] of Object.entries(problemText))
    for (const sentence of [meaning, next]) expect(sentence, code).toMatch(/^[A-Z][^!]*\.$/)
})

test('every code that has a text is one that the API answers with', async () => {
  const sources: string[] = []
  for await (const file of glob(['lib/**/*.ts', 'server.ts', 'starter-runtime/**/*.ts'], { cwd: root }))
    if (!file.endsWith('.test.ts') && !file.endsWith('domain/failure.ts'))
      sources.push(readFileSync(resolve(root, file), 'utf8'))
  const said = sources.join('\n')
  expect(Object.keys(problemText).filter((code) => !said.includes(`'${code}'`))).toEqual([])
})
