import { expect, test } from 'vitest'
import { castSend, type ExitCall, missingArguments } from './cast-send.ts'

const contract = '0x00000000000000000000000000000000000000e5'
const cancel: ExitCall = {
  chain_id: 31337,
  contract,
  function: 'cancel(uint256)',
  arguments: [{ name: 'id', value: '7' }],
  calldata: '0x40e58ee50000000000000000000000000000000000000000000000000000000000000007',
}
const release: ExitCall = {
  ...cancel,
  function: 'release(uint256,uint256,bytes)',
  arguments: [
    { name: 'id', value: '7' },
    { name: 'attempt', value: '1' },
    { name: 'signature', value: null },
  ],
  calldata: null,
}

test('a call that is known in full is one command, quoted where a shell would change it', () => {
  expect(castSend(cancel, 'https://rpc.example/v1?key=a&b=c')).toBe(
    `cast send ${contract} 'cancel(uint256)' 7 --rpc-url 'https://rpc.example/v1?key=a&b=c' --chain 31337 --interactive`,
  )
  expect(missingArguments(cancel)).toEqual([])
})

test('a call with an unknown argument has no command and says what is missing', () => {
  expect(castSend(release, 'https://rpc.example')).toBeUndefined()
  expect(missingArguments(release)).toEqual(['signature'])
})
