import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, as text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a secret. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** 32 random bytes as hex: salts and refs. */
export function randomHash(): `0x${string}` {
  return `0x${randomBytes(32).toString('hex')}`
}

/** A UUID v4 that is always the same for one secret, so that a repeated request with that secret is known as the same. */
export function repeatableKey(secret: string): string {
  const hex = createHash('sha256').update(`idempotency-key/${secret}`).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return parts.join('-')
}
