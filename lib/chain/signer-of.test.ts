import { getAddress, numberToHex, parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { escrowDomain, messageTypes, pairingDomain, typedMessage } from '../domain/signed-messages.ts'
import type { Hash } from '../ports/chain.ts'
import { signerOf } from './signer-of.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const key = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const signer = key.address.toLowerCase()
const domain = escrowDomain(31_337, `0x${'ab'.repeat(20)}`)
const message = typedMessage('Submission', domain, { jobId: 7n, attempt: 1, resultCommitment: `0x${'cd'.repeat(32)}` })
const signature = await key.signTypedData(message)
const { r, s } = parseSignature(signature)

describe('the signer of a message', () => {
  test('is in lower case', async () => {
    expect(await signerOf(message, signature)).toBe(signer)
    expect(await signerOf(message, upper(signature))).toBe(signer)
  })

  test('is the same for addresses in either form and numbers as strings', async () => {
    const other = { ...message, domain: escrowDomain(31_337, getAddress(`0x${'ab'.repeat(20)}`)) }
    expect(await signerOf({ ...other, message: { ...message.message, jobId: '7' } }, signature)).toBe(signer)
  })

  test.each([
    ['another job', typedMessage('Submission', domain, { ...message.message, jobId: 8n })],
    ['another chain', { ...message, domain: { ...domain, chainId: 1 } }],
    ['another contract', { ...message, domain: { ...domain, verifyingContract: `0x${'ac'.repeat(20)}` as const } }],
    ['the pairing domain', { ...message, domain: pairingDomain }],
    ['another type', { ...message, primaryType: 'Release' as const, types: { Release: messageTypes.Submission } }],
  ])('is another address for %s', async (_, other) => {
    const found = await signerOf(other, signature)
    expect(found).not.toBe(signer)
  })
})

describe('what the escrow would refuse is no signature', () => {
  const yParity = signature.endsWith('1b') ? 0 : 1
  const twin: Hash = `0x${hex(r)}${hex(numberToHex(order - BigInt(s), { size: 32 }))}${yParity === 0 ? '1c' : '1b'}`
  const compact = serializeCompactSignature(signatureToCompactSignature({ r, s, yParity }))

  test.each<[string, Hash]>([
    ['the twin with the high s', twin],
    ['v as 0 or 1', `0x${hex(r)}${hex(s)}0${yParity}`],
    ['the compact form of 64 bytes', compact],
    ['a byte more', `${signature}00`],
    ['a byte less', `0x${signature.slice(4)}`],
    ['nothing', '0x'],
    ['zeros', `0x${'00'.repeat(64)}1b`],
    ['r beyond the curve', `0x${'ff'.repeat(32)}${hex(s)}1b`],
    ['something else', '0xzz'],
  ])('%s', async (_, other) => {
    expect(await signerOf(message, other)).toBeUndefined()
  })
})

function hex(text: Hash): string {
  return text.slice(2)
}

function upper(text: Hash): Hash {
  return `0x${text.slice(2).toUpperCase()}`
}
