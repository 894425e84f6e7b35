import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkKey } from '../ports/link-key.ts'
import { deriveKey } from './aes-vault.ts'

/** HMAC-SHA256 with a derived key, so every program makes the same links. */
export function createLinkKey(secret: string): LinkKey {
  const key = deriveKey(secret, 'mail-links')
  const digest = (purpose: string, text: string) => createHmac('sha256', key).update(`${purpose}/${text}`).digest()
  return {
    sign: (purpose, text) => digest(purpose, text).toString('base64url'),
    verify(purpose, text, signature) {
      const expected = digest(purpose, text)
      const actual = Buffer.from(signature, 'base64url')
      return actual.length === expected.length && timingSafeEqual(actual, expected)
    },
  }
}
