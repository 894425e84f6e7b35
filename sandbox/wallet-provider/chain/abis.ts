import { parseAbi } from 'viem'

export const factoryAbi = parseAbi([
  'function getAddress(address owner, bytes32 salt) view returns (address)',
  'function createAccount(address owner, bytes32 salt) returns (address)',
])

export const accountAbi = parseAbi([
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch((address target, uint256 value, bytes data)[] calls)',
])

export const tokenAbi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function mint(address to, uint256 amount)',
])
