import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TypedMessage } from '#lib/domain/signed-messages.ts'
import { messageTypes } from '#lib/domain/signed-messages.ts'
import { changesDigest } from '#lib/usecases/dispatch/changes-digest.ts'
import { commit } from './commit.ts'
import { signerOf } from './signer-of.ts'

type Hex = `0x${string}`
const text = readFileSync(join(import.meta.dirname, '../../docs/runtime-protocol-v1.vectors.json'), 'utf8')
const vectors = JSON.parse(text) as {
  key: Hex
  changes: { value: { path: string; deleted: true }[]; sha256: string }
  result: { document: object; commitment: Hex }
  messages: (TypedMessage & { digest: Hex; signature: Hex })[]
}

test('the digest of the changes and the commitment of the result are those of the published vectors', () => {
  expect(changesDigest(vectors.changes.value)).toBe(vectors.changes.sha256)
  expect(commit(vectors.result.document)).toBe(vectors.result.commitment)
})

test('there is a vector for every message that a runtime signs', () => {
  expect(vectors.messages.map((message) => message.primaryType).sort()).toEqual(Object.keys(messageTypes).sort())
})

test.each(vectors.messages.map((message) => [message.primaryType, message] as const))(
  '%s of the published vectors is recognised as signed by their key, and nothing else is',
  async (name, { signature, ...message }) => {
    expect(message.types).toEqual({ [name]: messageTypes[name] })
    expect(await signerOf(message, signature)).toBe(vectors.key)
    const [field] = Object.keys(message.message)
    const other = { ...message, message: { ...message.message, [field ?? '']: name.startsWith('P') ? 'x' : 8 } }
    expect(await signerOf(other, signature)).not.toBe(vectors.key)
  },
)
