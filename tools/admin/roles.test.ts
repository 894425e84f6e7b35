import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin as runAdmin } from '#test/admin.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'

let service: Service
let dispatcher: string
let registrar: string

beforeAll(async () => {
  service = await startService()
  dispatcher = privateKeyToAddress(service.chain.keys.dispatcher)
  registrar = privateKeyToAddress(service.chain.keys.registrar)
})
afterAll(() => service.stop())

const admin = (...words: string[]) => runAdmin(service, ...words)

test('while no worker has reported its keys the roles are refused with what to do', async () => {
  await expect(admin('roles')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('start one') })
})

test('each key is shown with the roles that it holds at a final block, the one that it should, and its money', async () => {
  const stop = await service.runWorker()
  await until(
    () => service.sql`select 1 from worker_reports where report->'keys' <> 'null'`,
    (rows) => rows.length > 0,
  )
  await stop()
  const { block, rows } = JSON.parse((await admin('roles', '--json')).stdout)
  expect(rows).toEqual([
    row('dispatcher', dispatcher, ['DISPATCHER'], 'DISPATCHER', true),
    row('registrar', registrar, ['REGISTRAR'], 'REGISTRAR', true),
  ])
  for (const { address, balance } of rows) {
    const held = await service.node.getBalance({ address, blockNumber: BigInt(block) })
    expect(BigInt(balance)).toBe(held)
  }
  expect((await admin('roles')).stdout).toMatch(
    new RegExp(`^registrar +${registrar} +REGISTRAR +REGISTRAR +yes `, 'mi'),
  )
})

test('a key that holds another role than its work needs does not match, which says what to do', async () => {
  const keys = [{ key: 'registrar', address: dispatcher, hasRole: false, hasMoney: true }]
  await service.sql`insert into worker_reports (id, report) values (gen_random_uuid(), ${service.sql.json({ keys, calls: {} })})`
  const { rows } = JSON.parse((await admin('roles', '--json')).stdout)
  expect(rows).toContainEqual(row('registrar', dispatcher, ['DISPATCHER'], 'REGISTRAR', false))
  expect((await admin('roles')).stdout).toContain('grants or revokes roles')
})

const row = (key: string, address: string, holds: string[], should: string, matches: boolean) => ({
  key,
  holds,
  expected: should,
  matches,
  balance: expect.stringMatching(/^[1-9]\d+$/),
  hasMoney: true,
  address: expect.stringMatching(new RegExp(`^${address}$`, 'i')),
})

test.each([
  ['reads', ['chain', 'status']],
  ['is refused', ['calls', 'resend', '01a228e7-c495-72b0-8e13-3806077e50ce']],
])('a command that %s is on record with its words and who gave them', async (_, words) => {
  const before = await service.sql`select count(*)::int as count from events where name = 'operations.command_run'`
  await admin(...words).catch(() => undefined)
  const found = await service.sql`
    select actor_kind, actor_id, evidence from events where name = 'operations.command_run' order by id`
  expect(found).toHaveLength((before[0]?.count ?? 0) + 1)
  expect(found.at(-1)).toMatchObject({
    actor_kind: 'system',
    actor_id: 'operator',
    evidence: { command: words.join(' '), by: expect.stringMatching(/./) },
  })
})
