import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type CheckedResult, checkResult, verdictOf } from './check-result.ts'
import { changesDigest, commitmentOf } from './commitment.ts'

const escrow = '0x00000000000000000000000000000000000000e5'
const place = { chainId: 31337, escrow }
const changes: CheckedResult['changes'] = [
  { path: 'src/b.js', mode: '100644', content: 'Yg==' },
  { path: 'src/a.js', deleted: true },
]
const document = {
  schema: 'jobwright/result',
  version: 1,
  chain_id: 31337,
  escrow,
  onchain_job_id: '7',
  attempt: 2,
  changes_sha256: changesDigest(changes ?? []),
}
const commitment = commitmentOf(document)
const result: CheckedResult = {
  onchain_job_id: '7',
  attempt: 2,
  result_commitment: commitment,
  result_document: document,
  changes,
}
const onChain = { attempt: 2, result: commitment }

test('the digest is SHA-256 of the canonical JSON in the order of the paths, as a worker’s runtime makes it', () => {
  const canonical = '[{"deleted":true,"path":"src/a.js"},{"content":"Yg==","mode":"100644","path":"src/b.js"}]'
  expect(changesDigest(changes ?? [])).toBe(createHash('sha256').update(canonical).digest('hex'))
})

test('a result whose files, document and contract agree matches', () => {
  const check = checkResult(result, place, onChain)
  expect(check).toMatchObject({ changes: 'match', subject: 'match', document: 'match', chain: 'match' })
  expect(verdictOf(check)).toBe('match')
})

test('one changed byte of a file is a mismatch', () => {
  const forged = { ...result, changes: [{ path: 'src/b.js', mode: '100644' as const, content: 'Yw==' }] }
  const check = checkResult(forged, place, onChain)
  expect(check.changes).toBe('mismatch')
  expect(verdictOf(check)).toBe('mismatch')
})

test('a withheld result that the contract cleared with its rejection is no mismatch, a released one is', () => {
  const cleared = { attempt: 2, result: `0x${'0'.repeat(64)}` }
  const rejected = checkResult({ ...result, changes: null }, place, cleared)
  expect([rejected.chain, verdictOf(rejected)]).toEqual(['unknown', 'partly'])
  expect(verdictOf(checkResult(result, place, cleared))).toBe('mismatch')
})

test('a document that hashes to something else than reported, or than the contract holds, is a mismatch', () => {
  const reported = checkResult({ ...result, result_commitment: `0x${'1'.repeat(64)}` }, place, onChain)
  expect([reported.document, verdictOf(reported)]).toEqual(['mismatch', 'mismatch'])
  const held = checkResult(result, place, { attempt: 2, result: `0x${'1'.repeat(64)}` })
  expect([held.chain, verdictOf(held)]).toEqual(['mismatch', 'mismatch'])
})

test.each([
  ['another job', { ...result, onchain_job_id: '8' }, place],
  ['another attempt', { ...result, attempt: 1 }, place],
  ['another escrow', result, { ...place, escrow: `0x${'9'.repeat(40)}` }],
  ['another chain', result, { ...place, chainId: 1 }],
])('a document of %s is a mismatch', (_, given, where) => {
  expect(checkResult(given, where, undefined).subject).toBe('mismatch')
})

test('withheld files are not known, and without the chain nothing is said about the chain', () => {
  const check = checkResult({ ...result, changes: null }, place, undefined)
  expect(check).toMatchObject({ changes: 'unknown', document: 'match', chain: 'unknown' })
  expect(verdictOf(check)).toBe('partly')
})

test('a contract that holds a later attempt says nothing about this one', () => {
  expect(checkResult(result, place, { attempt: 3, result: `0x${'0'.repeat(64)}` }).chain).toBe('unknown')
})
