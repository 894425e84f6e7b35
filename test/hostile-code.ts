import { concat, type Hex } from 'viem'

type Address = `0x${string}`

/**
 * Code that runs the contract at `beneath` in its own name, except for two calls by their first argument: one uses up all
 * gas, the other calls this code with the bytes that follow that argument.
 */
export function hostileCode(to: { beneath: Address; burning: Address; reentering: Address }): Hex {
  return concat([
    '0x60043573',
    to.burning,
    '0x14606557', // calldataload(4) == burning → burn
    '0x60043573',
    to.reentering,
    '0x14606757', // calldataload(4) == reentering → reenter
    '0x365f5f37', // calldatacopy(0, 0, calldatasize)
    '0x5f5f365f73',
    to.beneath,
    '0x5af4', // delegatecall(gas, beneath, 0, calldatasize, 0, 0)
    '0x3d5f5f3e', // returndatacopy(0, 0, returndatasize)
    '0x6061573d5ffd', // success, or revert(0, returndatasize)
    '0x5b3d5ff3', // success: return(0, returndatasize)
    '0x5bfe', // burn
    '0x5b602436038060245f37', // reenter: calldatacopy(0, 36, calldatasize - 36)
    '0x5f5f825f5f305af100', // call(gas, address, 0, 0, calldatasize - 36, 0, 0)
  ] as Hex[])
}
