import { describe, expect, test } from 'vitest'
import { createRuntimes } from './runtimes.ts'

const { parseToken } = createRuntimes({ loopback: ['localhost:3010', '[::1]:3011'] })
const secret = '8Jm0p8eC1sXoUu0f5yWkQ2n7aRzGdLb3tVhYwKqSx4E'
const key = '0x075e62c80e55d024cfd8fd4e3d1184834461db57'
const query = `v=1&token=${secret}&key=${key}`

describe('a pairing token', () => {
  test.each([
    ['a name', 'agent.example.org', { host: 'agent.example.org', port: null, base: '' }],
    ['the port 443', 'agent.example.org:443', { host: 'agent.example.org', port: 443, base: '' }],
    ['a high port', 'agent.example.org:8443', { host: 'agent.example.org', port: 8443, base: '' }],
    [
      'a base',
      'agent.example.org/runtimes/one_1-a',
      { host: 'agent.example.org', port: null, base: '/runtimes/one_1-a' },
    ],
    ['a base that ends in a slash', 'agent.example.org/one/', { host: 'agent.example.org', port: null, base: '/one' }],
    ['capital letters', 'Agent.Example.ORG', { host: 'agent.example.org', port: null, base: '' }],
    ['an international name', 'xn--bcher-kva.example', { host: 'xn--bcher-kva.example', port: null, base: '' }],
    ['an allowed place of this machine', 'localhost:3010', { host: 'localhost', port: 3010, base: '' }],
    ['an allowed place of this machine by number', '[::1]:3011/a', { host: '[::1]', port: 3011, base: '/a' }],
  ])('with %s is read', (_, place, address) => {
    const expected = { address: { ...address, key }, token: secret }
    expect(parseToken(`service-connect://${place}?${query}`)).toEqual(expected)
  })

  test('may have its parameters in any order, and its key in any case', () => {
    const mixed = `0x${key.slice(2).toUpperCase()}`
    const text = `service-connect://agent.example.org?key=${mixed}&v=1&token=${secret}`
    expect(parseToken(text)).toMatchObject({ address: { key }, token: secret })
  })
})

describe('no pairing token', () => {
  const place = 'service-connect://agent.example.org'
  test.each([
    ['nothing', ''],
    ['another scheme', `https://agent.example.org?${query}`],
    ['the scheme in capitals', `SERVICE-CONNECT://agent.example.org?${query}`],
    ['something before it', ` ${place}?${query}`],
    ['a line break after it', `${place}?${query}\n`],
    ['no host', `service-connect://?${query}`],
    ['only a port', `service-connect://:8443?${query}`],
    ['a name and password', `service-connect://user:word@agent.example.org?${query}`],
    ['a name without password', `service-connect://user@agent.example.org?${query}`],
    ['a letter of another script', `service-connect://аgent.example.org?${query}`],
    ['a backslash', `service-connect://agent.example.org\\@127.0.0.1?${query}`],
    ['a percent sign', `service-connect://agent%2eexample.org?${query}`],
    ['a dot segment', `${place}/../admin?${query}`],
    ['a fragment', `${place}?${query}#x`],
    ['an empty port', `${place}:?${query}`],
    ['a port of zeros', `${place}:0443?${query}`],
    ['a port that is none', `${place}:8a?${query}`],
    ['a name that is too long', `service-connect://${'a.'.repeat(126)}org?${query}`],
    ['no parameters', place],
    ['no version', `${place}?token=${secret}&key=${key}`],
    ['another version', `${place}?${query.replace('v=1', 'v=2')}`],
    ['no secret', `${place}?v=1&key=${key}`],
    ['no key', `${place}?v=1&token=${secret}`],
    ['a secret that is short', `${place}?v=1&token=${secret.slice(1)}&key=${key}`],
    ['a secret that is long', `${place}?v=1&token=${secret}A&key=${key}`],
    ['a secret with another letter', `${place}?v=1&token=${secret.slice(1)}%2B&key=${key}`],
    ['a key that is short', `${place}?v=1&token=${secret}&key=${key.slice(0, -1)}`],
    ['an unknown parameter', `${place}?${query}&next=1`],
    ['a parameter that every object has', `${place}?${query}&constructor=1`],
    ['only such parameters', `${place}?v=1&toString=1&key=${key}`],
    ['a repeated parameter', `${place}?${query}&v=1`],
    ['a repeated secret', `${place}?v=1&token=${secret}&token=${secret}`],
    ['a repeated secret for the version', `${place}?token=${secret}&token=${secret}&key=${key}`],
    ['a second value', `${place}?${query}=1`],
    ['an empty parameter', `${place}?${query}&`],
    ['semicolons', `${place}?v=1;token=${secret};key=${key}`],
    ['very much text', `${place}/${'a/'.repeat(100_000)}?${query}`],
  ])('%s', (_, text) => {
    const refusal = { code: 'pairing_invalid', message: 'This is not a pairing token.' }
    expect(() => parseToken(text)).toThrow(expect.objectContaining(refusal))
  })
})
