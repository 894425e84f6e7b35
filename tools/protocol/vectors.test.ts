import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commit } from '#lib/chain/commit.ts'
import { signerOf } from '#lib/chain/signer-of.ts'
import { pathProblems } from '#lib/domain/path-policy.ts'
import type { FileChange } from '#lib/domain/result.ts'
import { messageTypes, type TypedMessage } from '#lib/domain/signed-messages.ts'
import { verdictTable } from '#lib/domain/verdict-rules.ts'
import { changesDigest } from '#lib/usecases/dispatch/changes-digest.ts'
import { resultCommitment } from '#starter-runtime/commitment.ts'
import { commitResult } from '../conformance/commitments.ts'
import { protocolVectors } from './vectors.ts'

type Hex = `0x${string}`
type Committed = { document: Record<string, unknown>; canonical: string; commitment: Hex }
type Changes = { value: FileChange[]; canonical: string; sha256: string }
type Vectors = {
  key: Hex
  changes: Changes
  changes_beyond_ascii: Changes
  protected_paths: { entry: string; protects: string[]; leaves: string[] }[]
  messages: (TypedMessage & { digest: Hex; signature: Hex })[]
} & Record<'task' | 'policy' | 'result' | 'evidence', Committed>

const file = join(import.meta.dirname, '../../docs/runtime-protocol-v1.vectors.json')
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors

test('the published vectors are those that the code makes; vitest -u writes them again', async () => {
  await expect(`${JSON.stringify(await protocolVectors(), null, 2)}\n`).toMatchFileSnapshot(file)
})

test.each(['task', 'policy', 'result', 'evidence'] as const)('the service commits to the %s as published', (name) => {
  const { document, canonical, commitment } = vectors[name]
  expect(commit(document)).toBe(commitment)
  expect(JSON.parse(canonical)).toEqual(document)
})

test.each(['changes', 'changes_beyond_ascii'] as const)(
  'service, starter runtime and kit agree on the order of %s',
  (name) => {
    const { value, canonical, sha256 } = vectors[name]
    expect(changesDigest(value)).toBe(sha256)
    const sorted: FileChange[] = JSON.parse(canonical)
    const order = (path: string) => Buffer.from(path, 'utf16le').swap16()
    expect(sorted).toEqual([...value].sort((a, b) => Buffer.compare(order(a.path), order(b.path))))
    const facts = { chain_id: 1, onchain_job_id: '7', attempt: 2, repository_id: 42 }
    const hexes = { escrow: vectors.key, agent: vectors.key, base_commit: 'c'.repeat(40), tree_id: 'd'.repeat(40) }
    const document = { schema: 'jobwright/result', version: 1, ...facts, ...hexes, changes_sha256: sha256 }
    expect(commitResult({ ...facts, ...hexes }, value)).toBe(commit(document))
    const { escrow, agent, base_commit: baseCommit, tree_id: treeId } = hexes
    const own = { chainId: 1, jobId: '7', attempt: 2, repositoryId: 42, escrow, agent, baseCommit, treeId }
    expect(resultCommitment({ ...own, changes: value })).toBe(commit(document))
  },
)

test('each published entry protects the published paths and no others', () => {
  for (const { entry, protects, leaves } of vectors.protected_paths) {
    const isRefused = (path: string) => pathProblems([{ path, deleted: true }], [entry]).length > 0
    expect([entry, [...protects, ...leaves].filter(isRefused)]).toEqual([entry, protects])
  }
})

test('the protocol document has the table by which runtimes decide', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/runtime-protocol-v1.md'), 'utf8')
  expect(document).toContain(verdictTable())
})

test('there is a vector for every message that a runtime signs', () => {
  expect(vectors.messages.map((message) => message.primaryType).sort()).toEqual(Object.keys(messageTypes).sort())
})

test.each(vectors.messages.map((message) => [message.primaryType, message] as const))(
  '%s of the published vectors is recognised as signed by their key, and nothing else is',
  async (name, { signature, ...message }) => {
    expect(message.types).toEqual({ [name]: messageTypes[name] })
    expect(await signerOf(message, signature)).toBe(vectors.key)
    const [field] = messageTypes[name]
    const another = { string: 'x', address: `0x${'0'.repeat(40)}`, uint256: 8 }[field.type]
    const other = { ...message, message: { ...message.message, [field.name]: another } }
    expect(await signerOf(other, signature)).not.toBe(vectors.key)
  },
)
