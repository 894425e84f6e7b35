import { Failure } from '../../domain/failure.ts'
import type { Address } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

export const refuseReceiver = (pointer: string, message: string) =>
  new Failure('destination_invalid', message, { errors: [{ pointer, message }] })

/** A person's text as an address at which the token is not lost; `pointer` says where in the request it stands. */
export function parseReceiver({ chain }: Context, pointer: string, text: string): Address {
  const { escrow, registry, token } = chain
  const receiver = chain.parseAddress(text)
  if (!receiver)
    throw refuseReceiver(pointer, 'The address is not well formed, or its checksum is wrong. Copy it again.')
  // The zero address, and those of the chain's built-in programs.
  if (/^0x0{36}/.test(receiver))
    throw refuseReceiver(pointer, 'Nobody has the key of this address, so money sent to it is lost. Use your own.')
  if ([escrow, registry, token].includes(receiver))
    throw refuseReceiver(pointer, 'Money sent to this contract would be lost. Use an address of your own.')
  return receiver
}
