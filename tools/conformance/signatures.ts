import { recoverTypedDataAddress } from 'viem'
import { type MessageName, type TypedMessage, typedMessage } from '#lib/domain/signed-messages.ts'
import { require } from './broken.ts'

const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

type Signed = { name: MessageName; domain: TypedMessage['domain']; message: Record<string, unknown> }

/** Throws unless the key signed exactly this message, in the protocol's form: r s v, low s, v 27 or 28. */
export async function requireSigned(by: string, { name, domain, message }: Signed, signature: unknown): Promise<void> {
  require(typeof signature === 'string', `the ${name} is not signed`)
  require(/^0x[0-9a-f]{130}$/.test(signature), `the signature of the ${name} is not 65 bytes in lower-case hex`)
  const [s, v] = [BigInt(`0x${signature.slice(66, 130)}`), Number.parseInt(signature.slice(130), 16)]
  require(s <= halfOrder, `the signature of the ${name} has a high s`)
  require(v === 27 || v === 28, `the signature of the ${name} has v ${v}`)
  const signer = await signerOf(typedMessage(name, domain, message), `0x${signature.slice(2)}`)
  require(signer === by, `the ${name} is signed by ${signer}, or over something else, and not by ${by}`)
}

async function signerOf(signed: TypedMessage, signature: `0x${string}`): Promise<string> {
  const address = await recoverTypedDataAddress({ ...signed, signature }).catch(() => 'nobody')
  return address.toLowerCase()
}
