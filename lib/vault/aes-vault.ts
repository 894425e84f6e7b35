import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Vault } from '../ports/vault.ts'

const version = 'v1'

/** A key for one purpose, derived from a secret of at least 32 characters. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'jobwright', purpose, 32))
}

/** AES-256-GCM with a random nonce; the place is authenticated with the text. */
export function createVault(secret: string): Vault {
  const key = deriveKey(secret, 'vault')
  return {
    seal(plaintext, place) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`${version}/${place}`))
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      return [version, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join('.')
    },
    open(sealed, place) {
      const [tag, ...parts] = sealed.split('.')
      const [nonce, authTag, body] = parts.map((part) => Buffer.from(part, 'base64url'))
      if (tag !== version || !nonce || !authTag || !body) throw new Error(`no sealed value at ${place}`)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`${version}/${place}`))
      decipher.setAuthTag(authTag)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
