import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Failure } from '../domain/failure.ts'
import type { Vault } from '../ports/vault.ts'

const version = 'v1'

/** A key for one purpose, derived from a secret of at least 32 characters. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'jobwright', purpose, 32))
}

type Key = { name: string; bytes: Buffer }
type Parts = { nonce: Buffer; authTag: Buffer; body: Buffer; name: string | undefined }

/**
 * AES-256-GCM with a random nonce; the place is authenticated with the text. The first secret seals, and each opens. A
 * sealed value ends with the name of its key, except for those of the first releases.
 */
export function createVault(secrets: readonly string[]): Vault {
  const keys = secrets.map((secret) => ({ name: nameOf(secret), bytes: deriveKey(secret, 'vault') }))
  return {
    keyNames: keys.map(({ name }) => name),
    seal(plaintext, place) {
      const [key] = keys
      if (!key) throw new TypeError('a vault has a secret')
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(aadOf(place))
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      const parts = [nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))
      return [version, ...parts, key.name].join('.')
    },
    open(sealed, place) {
      const parts = parse(sealed)
      if (!parts) throw new Error(`no sealed value at ${place}`)
      if (parts.name === undefined) return openUnnamed(keys, parts, place)
      const key = keys.find(({ name }) => name === parts.name)
      if (!key) throw unknownKey(place)
      return decrypt(key, parts, place)
    },
  }
}

function parse(sealed: string): Parts | undefined {
  const [tag, ...parts] = sealed.split('.')
  const [nonce, authTag, body] = parts.map((part) => Buffer.from(part, 'base64url'))
  return tag === version && nonce && authTag && body ? { nonce, authTag, body, name: parts[3] } : undefined
}

function openUnnamed(keys: readonly Key[], parts: Parts, place: string): string {
  for (const key of keys) {
    try {
      return decrypt(key, parts, place)
    } catch {
      // Sealed by another key, or changed; the next one tells.
    }
  }
  throw unknownKey(place)
}

function decrypt({ bytes }: Key, { nonce, authTag, body }: Parts, place: string): string {
  const decipher = createDecipheriv('aes-256-gcm', bytes, nonce).setAAD(aadOf(place))
  decipher.setAuthTag(authTag)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

const aadOf = (place: string) => Buffer.from(`${version}/${place}`)
const nameOf = (secret: string) => deriveKey(secret, 'vault-key-name').toString('hex').slice(0, 8)

function unknownKey(place: string): Failure {
  return new Failure('unavailable', 'A stored secret cannot be read now. Nothing was changed; try again later.', {
    cause: `sealed by a key that is not in VAULT_SECRET: ${place}`,
    retryAfterSeconds: 60,
  })
}
