import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { faceOf } from './_face.ts'

test('an address is drawn alike in whatever case it is written, and hardly two of a hundred are drawn alike', () => {
  const addresses = Array.from({ length: 100 }, () => privateKeyToAddress(generatePrivateKey()))
  for (const address of addresses) expect(faceOf(address)).toBe(faceOf(address.toLowerCase()))
  expect(new Set(addresses.map(faceOf)).size).toBeGreaterThan(95)
})
