import { expect, test } from 'vitest'
import { headerHash } from './header-hash.ts'

const zeros = (bytes: number) => `0x${'0'.repeat(2 * bytes)}`

/** Block 0 of Ethereum. */
const genesis = {
  hash: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
  parentHash: zeros(32),
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  miner: zeros(20),
  stateRoot: '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
  transactionsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  receiptsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  logsBloom: zeros(256),
  difficulty: '0x400000000',
  number: '0x0',
  gasLimit: '0x1388',
  gasUsed: '0x0',
  timestamp: '0x0',
  extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
  mixHash: zeros(32),
  nonce: '0x0000000000000042',
}
const fields = Object.keys(genesis).filter((name) => name !== 'hash') as (keyof typeof genesis)[]

test('the fields of the first block of Ethereum give its hash, however their numbers are padded', () => {
  expect(headerHash(genesis)).toBe(genesis.hash)
  expect(headerHash({ ...genesis, difficulty: '0x0400000000', gasUsed: '0x00', number: '0x' })).toBe(genesis.hash)
})

test.each(fields)('another %s gives another hash, and none gives none', (name) => {
  const changed = genesis[name].replace(/.$/, (last) => (last === '7' ? '8' : '7'))
  expect(headerHash({ ...genesis, [name]: changed })).not.toBe(genesis.hash)
  expect(headerHash({ ...genesis, [name]: undefined })).toBeUndefined()
  expect(headerHash({ ...genesis, [name]: 'none' })).toBeUndefined()
})

test.each([
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
])('%s is part of the hash where a block has it', (name) => {
  expect(headerHash({ ...genesis, [name]: '0x01' })).not.toBe(genesis.hash)
})
