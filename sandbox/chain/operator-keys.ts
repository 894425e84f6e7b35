import { bytesToHex, type Hex } from 'viem'
import { type HDKey, mnemonicToAccount } from 'viem/accounts'

/** The node's development phrase: its first ten accounts hold native money on every local chain. */
export const mnemonic = 'test test test test test test test test test test test junk'

const roles = ['deployer', 'dispatcher', 'registrar', 'guardian', 'bundler', 'minter'] as const

export type OperatorKeys = Record<(typeof roles)[number], Hex>

/** One funded key for each on-chain operator; known to everybody, so good for a local chain only. */
export function operatorKeys(): OperatorKeys {
  // The seed of a phrase takes thousands of hashes, so it is made once for all.
  const parent = mnemonicToAccount(mnemonic, { path: "m/44'/60'/0'/0" }).getHdKey()
  const [deployer, dispatcher, registrar, guardian, bundler, minter] = roles.map((_, index) =>
    privateKey(parent, index),
  )
  if (!deployer || !dispatcher || !registrar || !guardian || !bundler || !minter)
    throw new Error('an operator lacks a key')
  return { deployer, dispatcher, registrar, guardian, bundler, minter }
}

function privateKey(parent: HDKey, index: number): Hex {
  const key = parent.deriveChild(index).privateKey
  if (!key) throw new Error('the development phrase gave no private key')
  return bytesToHex(key)
}
