import { expect, test } from 'vitest'
import { readCommand } from '#starter-runtime/options.ts'
import { splitCommand } from './command-line.ts'
import { runtimeCommand, runtimeConsole } from './runtime-command.ts'

const local = { publicOrigin: 'http://localhost:3000', guestPorts: [3011, 3012] }
const remote = { publicOrigin: 'https://jobwright.example', guestPorts: [] }

const read = (command: string) =>
  readCommand(splitCommand(command.replaceAll('\\\n', ' ')).slice(4), { NODE_ENV: 'test' })

test('the starter runtime understands the command for a worker', () => {
  expect(read(runtimeCommand('worker', local))).toMatchObject({
    command: 'serve',
    options: {
      role: 'worker',
      port: 3011,
      'work-dir': './my-worker',
      'control-plane': 'http://localhost:3000',
      executor: ['node', 'my-executor.mjs'],
    },
  })
})

test('a verifier needs no executor and has its own port', () => {
  const command = runtimeCommand('verifier', local)
  expect(command).not.toContain('--executor')
  expect(read(command)).toMatchObject({ options: { role: 'verifier', port: 3012 } })
  expect(runtimeConsole('verifier', local)).toBe('http://localhost:3012/')
})

test('a service that is not on this machine is given the public address to reach', () => {
  expect(read(runtimeCommand('worker', remote))).toMatchObject({
    options: { 'public-address': 'agent.example.org', 'control-plane': 'https://jobwright.example' },
  })
  expect(runtimeConsole('worker', remote)).toBeNull()
})
