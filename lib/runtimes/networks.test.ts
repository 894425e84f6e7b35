import { describe, expect, test } from 'vitest'
import { isWithin, neighbourhoodOf, readNetwork } from './networks.ts'

describe('CIDR notation', () => {
  test.each([
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['192.0.2.77/24', '192.0.2.0/24'],
    ['192.0.2.77/32', '192.0.2.77/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1/48', '2001:db8::/48'],
    ['::1/128', '::1/128'],
  ])('%s is the network %s', (text, network) => expect(readNetwork(text)).toBe(network))

  test.each([
    '192.0.2.1',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/24/24',
    '010.0.0.0/8',
    '0x0a.0.0.0/8',
    '10/8',
    '2001:db8::/129',
    'fe80::1%eth0/64',
    '::ffff:192.0.2.0/120',
    'localhost/8',
    ' 192.0.2.0/24',
    '',
  ])('"%s" is none', (text) => expect(readNetwork(text)).toBeUndefined())
})

describe('an address', () => {
  test.each([
    ['192.0.2.255', true],
    ['192.0.3.0', false],
    ['::ffff:192.0.2.9', true],
    ['2001:db8:0:ffff::1', true],
    ['2001:db8:1::1', false],
    ['unknown', false],
    ['', false],
  ])('%s is within two given networks: %s', (address, expected) => {
    expect(isWithin(address, ['192.0.2.0/24', '2001:db8::/48'])).toBe(expected)
  })

  test('of one family is never within a network of the other', () => {
    expect(isWithin('192.0.2.1', ['::/0'])).toBe(false)
    expect(isWithin('2001:db8::1', ['0.0.0.0/0'])).toBe(false)
  })

  test.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2:3::4', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['unknown', undefined],
  ])('%s has the neighbourhood %s', (address, network) => expect(neighbourhoodOf(address)).toBe(network))
})
