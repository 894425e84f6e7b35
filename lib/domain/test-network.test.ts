import { expect, test } from 'vitest'
import { isTestNetwork } from './test-network.ts'

test.each(['ARC-TESTNET', 'ETH-SEPOLIA', 'MATIC-AMOY', 'AVAX-FUJI', 'SOL-DEVNET'])('%s is a test network', (name) => {
  expect(isTestNetwork(name)).toBe(true)
})

test.each(['ARC', 'ETH', 'MATIC', 'SEPOLIA-ETH', 'ETH-SEPOLIA-2', ''])('%s is none', (name) => {
  expect(isTestNetwork(name)).toBe(false)
})
