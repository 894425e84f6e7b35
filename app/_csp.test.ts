import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './_csp.ts'

const sources = {
  nonce: 'abc',
  chainRpcUrl: 'https://rpc.example.test/v1/key',
  walletFrameOrigin: 'https://wallet.example.test',
  isDevelopment: false,
}

test('only own code, the chain’s origin and the wallet’s frame are allowed', () => {
  const policy = contentSecurityPolicy(sources)
  expect(policy).toContain("default-src 'none'; script-src 'self' 'nonce-abc' 'strict-dynamic';")
  expect(policy).toContain("connect-src 'self' https://rpc.example.test;")
  expect(policy).toContain('frame-src https://wallet.example.test;')
  expect(policy).toContain("frame-ancestors 'none'")
})

test('nothing inline or evaluated is allowed but style attributes, except while developing', () => {
  const names = (policy: string) => {
    const loose = policy.split('; ').filter((rule) => rule.includes("'unsafe-"))
    return loose.map((rule) => rule.split(' ')[0])
  }
  expect(names(contentSecurityPolicy(sources))).toEqual(['style-src-attr'])
  expect(names(contentSecurityPolicy({ ...sources, isDevelopment: true }))).toEqual([
    'script-src',
    'style-src',
    'style-src-attr',
  ])
})
