import { expect, test } from 'vitest'
import { checkReceiver } from './check-receiver.ts'

test.each([
  ['0x52908400098527886E0F7030069857D2E4169EE7', null],
  ['0x52908400098527886e0f7030069857d2e4169ee7', null],
  ['0x52908400098527886E0F7030069857D2E4169Ee7', expect.stringContaining('checksum')],
  ['', expect.stringContaining('not an address')],
  ['vitalik.eth', expect.stringContaining('not an address')],
  [`0x${'0'.repeat(40)}`, expect.stringContaining('Nobody holds the key')],
  [`0x${'0'.repeat(39)}1`, expect.stringContaining('Nobody holds the key')],
])('money may go to %s only if it is an address where it is not lost', (address, problem) => {
  expect(checkReceiver(address)).toEqual(problem)
})
