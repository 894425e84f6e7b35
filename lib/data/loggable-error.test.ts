import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNode } from '#test/open-node.ts'
import { type Service, startService } from '#test/service.ts'
import { inTransaction } from './database.ts'
import { insertPreLogin } from './users.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** What the service's own log would hold of an error. */
function logged(error: unknown): string {
  const lines: string[] = []
  const serializers = Reflect.get(service.services.log, pino.symbols.serializersSym)
  pino({ serializers }, { write: (line) => lines.push(line) }).error({ err: error }, 'failed')
  return lines.join('')
}

test('a failed statement is logged without its parameters, and with what helps to find it', async () => {
  const secretHash = Buffer.from('a hash nobody should read')
  const insert = () =>
    inTransaction(service.services.db, (tx) => insertPreLogin(tx, { secretHash, deviceId: 'private device' }))
  await insert()
  const error = await insert().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DrizzleQueryError)
  const text = logged(error)
  for (const secret of ['private device', secretHash.toString('hex'), String(secretHash), [...secretHash].join()])
    expect(text).not.toContain(secret)
  expect(JSON.parse(text).err).toMatchObject({
    type: 'DrizzleQueryError',
    statement: expect.stringMatching(/^insert into "pre_logins"/),
    stack: expect.stringContaining('    at '),
    cause: { type: 'PostgresError', code: '23505', constraint: expect.stringContaining('pre_logins') },
  })
})

test('a value that the database does not understand is not in the log either', async () => {
  const error = await service.sql`select ${'private text'}::text::uuid`.catch((reason: unknown) => reason)
  expect(logged(error)).not.toContain('private text')
  expect(JSON.parse(logged(error)).err).toMatchObject({ type: 'PostgresError', code: '22P02' })
})

test('of any other error type, message, code, stack and cause are logged, and nothing else that it holds', () => {
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', config: { apiKey: 'private key' } })
  const text = logged(new TypeError('broken', { cause }))
  expect(text).not.toContain('private key')
  expect(JSON.parse(text).err).toMatchObject({
    type: 'TypeError',
    message: 'broken',
    cause: { message: 'refused', code: 'ECONNREFUSED' },
  })
  expect(JSON.parse(logged('thrown text')).err).toEqual({ type: 'string' })
})

test('the key in the address of a chain’s node is not in the log', async () => {
  const key = 'key-of-the-node-provider'
  for (const path of [`/v2/${key}`, `/?key=${key}`]) {
    const error = await openNode(`http://127.0.0.1:9${path}`)
      .nodes.client.getChainId()
      .catch((reason: unknown) => reason)
    const text = logged(error)
    expect(text).toContain('http://127.0.0.1:9')
    expect(text).not.toContain(key)
  }
})

test.each([
  ['postgres://user:S3CRET@db.example:5432/jobwright?sslmode=require', 'postgres://db.example:5432'],
  ['postgres://user:S3CR@ET@db.example/jobwright', 'postgres://db.example'],
  ['postgresql://user:S3/CRET@db.example/jobwright', 'postgresql://db.example'],
  ['smtp://mail:S3CRET@mail.example:587', 'smtp://mail.example:587'],
  ['smtps://S3CRET@mail.example', 'smtps://mail.example'],
  ['wss://node.example/v2/S3CRET', 'wss://node.example'],
  ['https://user:S3CRET@node.example/@scope/S3CRET#S3CRET', 'https://node.example'],
  ['file:///etc/jobwright', 'file:///etc/jobwright'],
])('of the address %s the log holds the host alone', (url, shown) => {
  const text = JSON.parse(logged(new Error(`“${url}” was refused by "${url}"`))).err.message
  expect(text).not.toMatch(/S3|CRET/)
  expect(text).toContain(`"${shown}"`)
})
