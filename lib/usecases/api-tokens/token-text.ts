import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'jw_pat_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^jw_pat_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** `jw_pat_`, 32 random characters (190 bits) and 6 of their checksum. */
export function newTokenText(): string {
  const random = Array.from({ length: 32 }, () => digits[randomInt(digits.length)]).join('')
  return prefix + random + checksumOf(random)
}

/** Whether a text has the form and the checksum of a token, which needs no database to know. */
export function isTokenText(text: string): boolean {
  const [, random = '', checksum] = form.exec(text) ?? []
  return checksum !== undefined && checksumOf(random) === checksum
}

/** The CRC-32 of prefix and random characters, in base 62. */
function checksumOf(random: string): string {
  let rest = crc32(prefix + random)
  let text = ''
  for (let place = 0; place < 6; place += 1) {
    text = digits[rest % digits.length] + text
    rest = Math.floor(rest / digits.length)
  }
  return text
}
