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
