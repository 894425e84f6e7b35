import { hashTypedData, recoverAddress } from 'viem'
import type { TypedMessage } from '../domain/signed-messages.ts'
import type { Address, Hash } from '../ports/chain.ts'
import { lowerAddress } from './parse-address.ts'

const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** Who signed the message; undefined for every signature that the escrow would refuse: 65 bytes, low s, v 27 or 28. */
export async function signerOf(message: TypedMessage, signature: Hash): Promise<Address | undefined> {
  const hash = hashTypedData(message)
  if (!isCanonical(signature)) return undefined
  try {
    return lowerAddress(await recoverAddress({ hash, signature }))
  } catch {
    return undefined
  }
}

/** Every signature has a twin with a high s; only one of the two is good, so that none can be changed into another. */
function isCanonical(signature: Hash): boolean {
  const parts = /^0x[0-9a-f]{64}(?<s>[0-9a-f]{64})(1b|1c)$/i.exec(signature)
  return parts !== null && BigInt(`0x${parts.groups?.s}`) <= halfOrder
}
