import { expect, test } from 'vitest'
import { readCommand, WrongUse } from './options.ts'

const least = ['--role', 'verifier', '--work-dir', '/tmp/x', '--control-plane', 'http://localhost:3000/anything']

const payee = ['payee', '--work-dir', '/tmp/x', '--to', '0x52908400098527886E0F7030069857D2E4169EE7']
  .concat(['--agent', `0x${'1'.repeat(40)}`, '--registry', `0x${'2'.repeat(40)}`])
  .concat(['--chain-id', '31337', '--nonce', '3'])

function serveOptions(argv: string[], env: Record<string, string> = {}) {
  const read = readCommand(argv, { NODE_ENV: 'test', ...env })
  if (read.command !== 'serve') throw new Error('not a start')
  return read
}

test('a start listens on loopback alone by default, and knows its control plane by origin', () => {
  const { options } = serveOptions(least)
  expect(options).toMatchObject({ host: '127.0.0.1', port: 3010, 'control-plane': 'http://localhost:3000' })
  expect(options['unsafe-no-isolation']).toBe(false)
})

test('an executor is the words after --, a JSON array, or one program', () => {
  const worker = [...least, '--role', 'worker']
  expect(serveOptions([...worker, '--', 'node', 'x.mjs', '--flag']).options.executor).toEqual([
    'node',
    'x.mjs',
    '--flag',
  ])
  expect(serveOptions([...worker, '--executor', '["node","x y.mjs"]']).options.executor).toEqual(['node', 'x y.mjs'])
  expect(serveOptions([...worker, '--executor', 'agent']).options.executor).toEqual(['agent'])
})

test('flags come before variables, and the password is a variable only', () => {
  const env = { STARTER_PORT: '4000', STARTER_HOST: '0.0.0.0', STARTER_PASSWORD: 'secret' }
  const { options, password } = serveOptions([...least, '--port', '5000'], env)
  expect(options).toMatchObject({ port: 5000, host: '0.0.0.0' })
  expect(password).toBe('secret')
})

test.each([
  ['no role', ['--work-dir', '/tmp/x', '--control-plane', 'http://localhost:3000']],
  ['a worker without an executor', [...least, '--role', 'worker']],
  ['an unknown flag', [...least, '--more']],
  ['a control plane that is no web address', [...least, '--control-plane', 'file:///etc']],
  ['a public address with a scheme', [...least, '--public-address', 'https://x.example']],
  ['an unknown command', ['revive']],
  ['a payee whose checksum is wrong', [...payee, '--to', '0x52908400098527886e0F7030069857D2E4169EE7']],
  ['a payee without a number', payee.slice(0, -2)],
  ['a rescue without a node', ['rescue', '--work-dir', '/tmp/x', '--gas-key-file', '/tmp/key']],
])('%s is reported as wrong use', (_, argv) => {
  expect(() => readCommand(argv, { NODE_ENV: 'test' })).toThrow(WrongUse)
})
