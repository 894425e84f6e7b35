import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { jobStates } from './job.ts'
import { isEnded, saltedBytes, sealFile, unopenedPaths } from './sealed-files.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const salt = `0x${'0123456789abcdef'.repeat(4)}` as const
const content = Buffer.from('assert(größe)\n').toString('base64')
const opened = { path: 'own.test.js', salt, content }
const sealed = {
  path: 'own.test.js',
  size: Buffer.from(content, 'base64').length,
  salted_sha256: createHash('sha256')
    .update(Buffer.from(salt.slice(2), 'hex'))
    .update(Buffer.from(content, 'base64'))
    .digest('hex'),
}

test('the hash is over the bytes of the salt and of the file', () => {
  expect(sha256(saltedBytes(opened))).toBe(sealed.salted_sha256)
  expect(sealFile({ path: 'own.test.js', content }, salt, sha256)).toEqual({ sealed, opened })
  expect(unopenedPaths([sealed], [opened], sha256)).toEqual([])
})

test.each([
  ['bytes', { ...opened, content: Buffer.from('assert(Größe)\n').toString('base64') }],
  ['salt', { ...opened, salt: `0x${'1'.repeat(64)}` as const }],
  ['length', { ...opened, content: '' }],
  ['path', { ...opened, path: 'other.test.js' }],
  // A salt of another length would move bytes of the file into the salt.
  ['length of the salt', { ...opened, salt: `${salt}61` as const }],
])('a file of another %s does not open it', (_, file) => {
  expect(unopenedPaths([sealed], [file], sha256)).toEqual(['own.test.js'])
})

test('a job has ended when no worker can have it any more', () => {
  expect(jobStates.filter((state) => !isEnded(state))).toEqual(['OPEN', 'ASSIGNED', 'SUBMITTED'])
})
