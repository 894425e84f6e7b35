import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkKey } from '../ports/link-key.ts'
import { deriveKey } from './aes-vault.ts'

/** HMAC-SHA256 with derived keys, so every program makes the same links. */
export function createLinkKey(secrets: readonly string[]): LinkKey {
  const keys = secrets.map((secret) => deriveKey(secret, 'mail-links'))
  const digests = (purpose: string, text: string) =>
    keys.map((key) => createHmac('sha256', key).update(`${purpose}/${text}`).digest())
  return {
    signatures: (purpose, text) => digests(purpose, text).map((digest) => digest.toString('base64url')),
    verify(purpose, text, signature) {
      const actual = Buffer.from(signature, 'base64url')
      return digests(purpose, text).some(
        (expected) => actual.length === expected.length && timingSafeEqual(actual, expected),
      )
    },
  }
}
