import { type Hex, isHex } from 'viem'

/** Text that this provider stored as hexadecimal; throws when it is not. */
export function requireHex(text: string): Hex {
  if (!isHex(text)) throw new Error('a stored value is not hexadecimal')
  return text
}
