import { expect, test } from 'vitest'
import { parseAddress } from './parse-address.ts'

const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const lower = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'

test.each([
  ['a right checksum', checksummed],
  ['lower case, which has none', lower],
  ['a right checksum without a small letter', '0x52908400098527886E0F7030069857D2E4169EE7'],
])('an address with %s is read into lower case', (_, text) => {
  expect(parseAddress(text)).toBe(text.toLowerCase())
})

test.each([
  ['upper case instead of its checksum', `0x${lower.slice(2).toUpperCase()}`],
  ['one other digit and no small letter', '0x52908400098527886E0F7030069857D2E4169EE8'],
  ['one letter of the other case', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['one other digit', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee'],
  ['a digit less', checksummed.slice(0, -1)],
  ['a digit more', `${checksummed}0`],
  ['another prefix', `0X${lower.slice(2)}`],
  ['no prefix', lower.slice(2)],
  ['a space', ` ${lower}`],
  ['a line break', `${lower}\n`],
  ['a letter beyond f', lower.replace('f', 'g')],
  ['a digit of another script', lower.replace('5', '５')],
  ['nothing', ''],
])('an address with %s is none', (_, text) => {
  expect(parseAddress(text)).toBeUndefined()
})
