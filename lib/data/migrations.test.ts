import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const folder = resolve(import.meta.dirname, '../../drizzle/migrations')
/** Those up to this one were written before any release. */
const lastFree = '0061_deleted_drafts.sql'

const contraction = /\bdrop\s+(?:column|table)\b|\brename\s+(?:to|column|constraint)\b|\bset\s+not\s+null\b/i
/** Says which release was the first that does without it: `-- contract: 0.3.0 no longer reads drafts.title`. */
const marker = /^-- contract: v?\d+\.\d+\.\d+ \S/m

/** The statements by which a program of the release before would break, where the file does not say why none does. */
function unmarkedContractions(text: string): string[] {
  if (marker.test(text)) return []
  const statements = text.replaceAll(/--.*$/gm, '').split(';')
  return statements.map((statement) => statement.trim()).filter((statement) => contraction.test(statement))
}

test('a migration takes nothing away that the release before still uses', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && name > lastFree)
  const unmarked = names.filter((name) => unmarkedContractions(readFileSync(join(folder, name), 'utf8')).length > 0)
  expect(unmarked).toEqual([])
})

test.each([
  'ALTER TABLE "drafts" DROP COLUMN "title";',
  'drop table "drafts";',
  'ALTER TABLE "drafts" RENAME TO "sketches";',
  'alter table drafts rename column title to name;',
  'ALTER TABLE "drafts" ALTER COLUMN "title"\n  SET NOT NULL;',
])('%j needs the release that stopped using it', (statement) => {
  expect(unmarkedContractions(statement)).toHaveLength(1)
  expect(unmarkedContractions(`-- contract: soon\n${statement}`)).toHaveLength(1)
  expect(unmarkedContractions(`-- contract: 0.3.0 no longer reads it\n${statement}`)).toEqual([])
})

test.each([
  'ALTER TABLE "drafts" ADD COLUMN "title" text;',
  'CREATE TABLE "drafts" ("title" text NOT NULL);',
  '-- drop table drafts\nALTER TABLE "drafts" DROP CONSTRAINT "drafts_title";',
])('%j takes nothing away', (statement) => {
  expect(unmarkedContractions(statement)).toEqual([])
})
