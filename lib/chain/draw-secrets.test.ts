import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import type { Hash } from '../ports/chain.ts'
import { createDrawSecrets } from './draw-secrets.ts'

const escrow = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const [key, former]: Hash[] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`]
const secretsOf = (own: Hash, retiredKeys: Hash[] = []) =>
  createDrawSecrets({ chainId: 31337, escrow, key: own, retiredKeys })
const draw = { jobId: 7n, offerId: 'offer' }

test('an attempt has four secrets, each of which hashes to the one before, the first to the commitment', () => {
  const secrets = secretsOf(key as Hash)
  let bound = secrets.commitment(draw)
  for (let naming = 1; naming <= 4; naming += 1) {
    const secret = secrets.opening(draw, bound)
    expect(secret && keccak256(secret)).toBe(bound)
    bound = secret as Hash
  }
  expect(secrets.opening(draw, bound)).toBeUndefined()
})

test('a program that starts again knows the same secrets, and one with another key knows none', () => {
  const bound = secretsOf(key as Hash).commitment(draw)
  expect(secretsOf(key as Hash).opening(draw, bound)).toBe(secretsOf(key as Hash).opening(draw, bound))
  expect(secretsOf(former as Hash).opening(draw, bound)).toBeUndefined()
})

test('a retired key opens what it bound and binds nothing more', () => {
  const bound = secretsOf(former as Hash).commitment(draw)
  const successor = secretsOf(key as Hash, [former as Hash])
  expect(successor.opening(draw, bound)).toBe(secretsOf(former as Hash).opening(draw, bound))
  expect(successor.commitment(draw)).toBe(secretsOf(key as Hash).commitment(draw))
})

test('every job, offer, escrow and chain has its own secrets', () => {
  const one = { chainId: 31337, escrow, key: key as Hash, retiredKeys: [] } as const
  const all = [
    createDrawSecrets(one).commitment(draw),
    createDrawSecrets(one).commitment({ ...draw, jobId: 8n }),
    createDrawSecrets(one).commitment({ ...draw, offerId: 'another' }),
    createDrawSecrets({ ...one, chainId: 5 }).commitment(draw),
    createDrawSecrets({ ...one, escrow: '0x0000000000000000000000000000000000000001' }).commitment(draw),
  ]
  expect(new Set(all).size).toBe(all.length)
})
