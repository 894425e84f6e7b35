import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, openPool, type Pool } from '#lib/data/database.ts'
import { recordEvent, sealEvents } from '#lib/data/events.ts'
import { firstSealedText, type SealedEvent, sealedText } from '#lib/domain/audit.ts'
import { exportAudit } from '#lib/usecases/audit/export-audit.ts'
import { createAuditKey } from '#lib/vault/audit-key.ts'
import { cloneDatabase } from '#test/clone-database.ts'
import { until } from '#test/until.ts'
import { checkExport } from './check-export.ts'

const escrow = `0x${'e'.repeat(40)}` as const
const transfer = `0x${'1'.repeat(64)}`
const auditKey = createAuditKey(['a secret of the tests, long enough to derive keys from'])
const foreignKey = createAuditKey(['another secret of the tests, as long as the first one'])

let database: Awaited<ReturnType<typeof cloneDatabase>>
let pool: Pool
let lines: string[]
beforeAll(async () => {
  database = await cloneDatabase()
  pool = openPool({ url: database.url, max: 2, applicationName: 'test' })
  for (let n = 1; n <= 30; n += 1) await record(n)
  let sealed = 0
  await until(
    async () => {
      sealed += await inTransaction(pool, (tx) => sealEvents(tx, 50))
      return sealed
    },
    (count) => count === 30,
  )
  lines = await linesOf(auditKey)
})
afterAll(async () => {
  await pool.$client.end({ timeout: 2 })
  await database.drop()
})

const record = (n: number) =>
  inTransaction(pool, (tx) =>
    recordEvent(tx, {
      actor: { kind: 'system', name: 'wörker|\u2028"' },
      subject: { type: 'job', id: String(n) },
      userId: null,
      name: 'job.open',
      from: n % 2 ? 'OPEN' : null,
      to: n % 3 ? 'CANCELLED' : null,
      evidence: { amount: '3.000000', transaction: transfer, text: 'a "quoted"\nline' },
    }),
  )

async function linesOf(key: typeof auditKey, batch?: number): Promise<string[]> {
  const parts: string[] = []
  const chain = { chainId: 31_337, escrow } as Parameters<typeof exportAudit>[0]['chain']
  const actor = { kind: 'system', name: 'operator' } as const
  for await (const part of exportAudit({ actor, db: pool, chain, auditKey: key }, batch)) parts.push(part)
  return parts.join('').split('\n').slice(0, -1)
}

const check = (changed: string[], options = {}) => checkExport(changed, { key: auditKey.publicKey, ...options })
/** Line n holds event n; line 0 the header, the last one the checkpoint. */
const eventAt = (all: string[], n: number) => JSON.parse(all[n] ?? '') as SealedEvent & { type: 'event' }
const replaced = (n: number, change: Partial<SealedEvent>) =>
  lines.with(n, JSON.stringify({ ...eventAt(lines, n), ...change }))

/** Seals events again from number `first` on, as one who can write every row would. */
function resealed(all: string[], first: number): string[] {
  let seal = eventAt(all, first - 1).seal
  return all.map((line, n) => {
    if (n < first || n > 30) return line
    const event = eventAt(all, n)
    seal = createHash('sha256').update(Buffer.from(seal, 'hex')).update(sealedText(event)).digest('hex')
    return JSON.stringify({ ...event, seal })
  })
}

test('an export as it was written holds, with every character that the database keeps', async () => {
  expect(await check(lines)).toEqual({ problems: [], events: 30, key: auditKey.publicKey })
})

test('an export of several batches has a checkpoint after each, and holds', async () => {
  const batches = await linesOf(auditKey, 12)
  const checkpoints = batches.filter((line) => line.includes('"type":"checkpoint"')).map((line) => JSON.parse(line))
  expect(checkpoints.map(({ sequence, is_last }) => [sequence, is_last])).toEqual([
    [12, false],
    [24, false],
    [30, true],
  ])
  expect((await check(batches)).problems).toEqual([])
})

const changedAt = (n: number) => [`Event ${n} was changed after it was sealed, or is foreign.`]
const uncovered = 'The checkpoint after event 30 does not cover the lines before it: one was changed.'
const replacedSeals = 'The checkpoint after event 30 names another seal: the events before it were replaced.'
const unsigned = 'The checkpoint after event 30 is not signed by the key of the file.'

describe('is found and named', () => {
  const id = '00000000-0000-7000-8000-000000000000'
  const plants: [string, () => string[], string[]][] = [
    ['an edited row', () => replaced(12, { to_state: 'SETTLED' }), [...changedAt(12), uncovered]],
    ['an altered seal', () => replaced(12, { seal: 'f'.repeat(64) }), [changedAt(12)[0] ?? '', uncovered]],
    ['a dropped event', () => lines.toSpliced(12, 1), ['Event 12 is missing.', uncovered]],
    ['several dropped events', () => lines.toSpliced(12, 3), ['Events 12 to 14 are missing.', uncovered]],
    [
      'events in another order',
      () => lines.with(12, lines[13] ?? '').with(13, lines[12] ?? ''),
      ['Event 12 is missing.', 'Event 12 stands after event 13.', uncovered],
    ],
    [
      'a tail that was cut',
      () => lines.slice(0, 20),
      ['The file ends without its last checkpoint: its tail is missing.'],
    ],
    [
      'a foreign event',
      () => lines.toSpliced(13, 0, JSON.stringify({ ...eventAt(lines, 12), id })),
      [`Two events have the number 12; ${id} is foreign.`, uncovered],
    ],
    [
      'an event that is listed twice',
      () => lines.toSpliced(12, 0, lines[12] ?? ''),
      ['Event 12 is listed twice.', uncovered],
    ],
    [
      'a changed checkpoint',
      () => lines.with(31, (lines[31] ?? '').replace('"sequence":30', '"sequence":29')),
      ['The checkpoint after event 29 is not signed by the key of the file.'],
    ],
    [
      'subjects that were swapped',
      () => replaced(12, { subject_id: '13' }).with(13, replaced(13, { subject_id: '12' })[13] ?? ''),
      [...changedAt(12), ...changedAt(13), uncovered],
    ],
    ['a changed time', () => replaced(12, { created_at: '1795434546.416123' }), [...changedAt(12), uncovered]],
    [
      'an amount that is one unit more',
      () => replaced(12, { evidence: eventAt(lines, 12).evidence.replace('3.000000', '3.000001') }),
      [...changedAt(12), uncovered],
    ],
    [
      'a foreign transfer as evidence',
      () => replaced(12, { evidence: eventAt(lines, 12).evidence.replace(transfer, `0x${'2'.repeat(64)}`) }),
      [...changedAt(12), uncovered],
    ],
    [
      'a state that moved from last to first',
      () => replaced(2, { from_state: 'CANCELLED', to_state: null }),
      [...changedAt(2), uncovered],
    ],
    ['events that were sealed again', () => resealed(replaced(12, { to_state: 'SETTLED' }), 12), [replacedSeals]],
    [
      'a line that says the same in other bytes',
      () => lines.with(12, (lines[12] ?? '').replace('{', '{ ')),
      [uncovered],
    ],
    [
      'a line of another kind',
      () => lines.with(12, 'null'),
      ['Line 13 is not one of an audit export.', 'Event 12 is missing.', uncovered],
    ],
    ['another deployment', () => lines.with(0, (lines[0] ?? '').replace('31337', '1')), [unsigned]],
    ['something after the end', () => [...lines, lines[30] ?? ''], ['Line 33 comes after the last checkpoint.']],
  ]

  test.each(plants)('%s', async (_, plant, problems) => {
    expect((await check(plant())).problems).toEqual(problems)
  })

  test('a whole trail that another key signed', async () => {
    const forged = await linesOf(foreignKey)
    expect((await check(forged)).problems).toEqual([
      `The file is signed by the key ${foreignKey.publicKey}, not by the one that you named.`,
    ])
  })

  test('a trail that the owner of the key sealed again, by a checkpoint that a reader kept', async () => {
    const { seal } = eventAt(lines, 20)
    expect((await check(lines, { kept: { sequence: 20, seal } })).problems).toEqual([])
    expect((await check(lines, { kept: { sequence: 20, seal: '0'.repeat(64) } })).problems).toEqual([
      'Event 20 has another seal than the checkpoint that you kept.',
    ])
    expect((await check(lines, { kept: { sequence: 31, seal } })).problems).toEqual([
      'Event 31 of the checkpoint that you kept is not in the file.',
    ])
  })
})

test('the form of the first releases is accepted before the present one, and not after it', async () => {
  const event = eventAt(lines, 1)
  const old = { ...event, seal: createHash('sha256').update(firstSealedText(event)).digest('hex') }
  const later = eventAt(lines, 3)
  const before = Buffer.from(eventAt(lines, 2).seal, 'hex')
  const seal = createHash('sha256').update(before).update(firstSealedText(later)).digest('hex')
  const first = await check([lines[0] ?? '', JSON.stringify(old)])
  expect(first.problems).toEqual(['The file ends without its last checkpoint: its tail is missing.'])
  const third = await check([...lines.slice(0, 3), JSON.stringify({ ...later, seal })])
  expect(third.problems[0]).toBe('Event 3 was changed after it was sealed, or is foreign.')
})

test('the command says in its exit code whether a file holds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jobwright-audit-'))
  const run = async (name: string, content: string[]) => {
    const file = join(folder, name)
    await writeFile(file, `${content.join('\n')}\n`)
    const main = resolve(import.meta.dirname, 'main.ts')
    const done = promisify(execFile)(process.execPath, [main, 'verify', file, '--key', auditKey.publicKey])
    return done.then(
      ({ stdout }) => [0, stdout],
      ({ code, stdout }: { code: number; stdout: string }) => [code, stdout],
    )
  }
  expect(await run('good.jsonl', lines)).toEqual([0, '✓ 30 events are in order and unchanged.\n'])
  expect(await run('cut.jsonl', lines.slice(0, 20))).toEqual([
    1,
    '✗ The file ends without its last checkpoint: its tail is missing.\n',
  ])
  expect(await readFile(join(folder, 'good.jsonl'), 'utf8')).toContain('\u2028')
  await rm(folder, { recursive: true })
})
