import { constants, createHash, createPrivateKey, generateKeyPair, type KeyObject, privateDecrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import type { Database } from '../store/database.ts'
import { findOrMakeSecret, findSecret, insertSecret } from '../store/secrets.ts'
import { spendCiphertext } from '../store/spent-ciphertexts.ts'
import { isSame } from './authentication.ts'
import { WireError } from './errors.ts'

export const entitySecretCiphertext = z.string().min(1).max(2_000)

const keyName = 'entity-key'
const digestName = 'entity-secret-digest'
const secretBytes = 32

/** The key is made when it is first asked for, which takes a while, and is the same ever after. */
export function openEntityKey(db: Database): () => Promise<KeyObject> {
  let opened: Promise<KeyObject> | undefined
  return () => {
    opened ??= loadKey(db)
    return opened
  }
}

async function loadKey(db: Database): Promise<KeyObject> {
  const stored = findSecret(db, keyName)
  if (stored !== undefined) return createPrivateKey(stored)
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 4096 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return createPrivateKey(findOrMakeSecret(db, keyName, () => pem))
}

/** Registers the secret of the options; throws when it is malformed or another one is registered. */
export function registerAtStart(db: Database, entitySecret: string): void {
  if (!/^[0-9a-f]{64}$/i.test(entitySecret)) throw new Error('an entity secret has 64 hex digits')
  const digest = digestOf(Buffer.from(entitySecret, 'hex'))
  const registered = findOrMakeSecret(db, digestName, () => digest)
  if (registered !== digest) throw new Error('another entity secret is registered in this data folder')
}

/** Registers the secret in the ciphertext; only the first registration counts. */
export async function registerEntitySecret(provider: Provider, ciphertext: string): Promise<void> {
  const secret = decrypt(await provider.entityKey(), ciphertext)
  if (secret === undefined) throw new WireError(156013)
  if (!insertSecret(provider.db, digestName, digestOf(secret))) throw new WireError(156015)
}

/** Throws unless the ciphertext holds the registered secret and comes for the first time; then it is used up. */
export async function spendEntitySecret(provider: Provider, ciphertext: string): Promise<void> {
  const registered = findSecret(provider.db, digestName)
  if (registered === undefined) throw new WireError(156016)
  const secret = decrypt(await provider.entityKey(), ciphertext)
  if (secret === undefined || !isSame(digestOf(secret), registered)) throw new WireError(156013)
  const digest = digestOf(Buffer.from(ciphertext, 'base64'))
  if (!spendCiphertext(provider.db, digest, provider.now())) throw new WireError(156004)
}

function decrypt(key: KeyObject, ciphertext: string): Buffer | undefined {
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    const plaintext = privateDecrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(ciphertext, 'base64'))
    return plaintext.length === secretBytes ? plaintext : undefined
  } catch {
    return undefined
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
