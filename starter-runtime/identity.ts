import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import type { TypedMessage } from '#lib/domain/signed-messages.ts'
import { jsonFile } from './storage/json-file.ts'

export type Hex = `0x${string}`

/** The runtime's key; it never leaves this object. */
export type Identity = { address: Hex; sign(message: TypedMessage): Promise<Hex> }

const stored = z.strictObject({ private_key: z.string().regex(/^0x[0-9a-f]{64}$/) })

/** The key of the work folder, made on the first start and never replaced. */
export async function loadIdentity(path: string): Promise<Identity> {
  const file = jsonFile(path, stored)
  const known = await file.read()
  if (known) return identityOf(known.private_key)
  const fresh = generatePrivateKey()
  await file.write({ private_key: fresh })
  return identityOf(fresh)
}

function identityOf(privateKey: string): Identity {
  const account = privateKeyToAccount(hex(privateKey))
  return {
    address: hex(account.address.toLowerCase()),
    sign: ({ domain, types, primaryType, message }) => account.signTypedData({ domain, types, primaryType, message }),
  }
}

/** Text that a schema has already found to be hexadecimal, as viem types it. */
export function hex(text: string): Hex {
  return `0x${text.replace(/^0x/, '')}`
}
