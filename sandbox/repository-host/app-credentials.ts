import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { AppRegistration } from './app-registration.ts'

type Held<Kind extends string> = { id: number } & Record<Kind, string>

/** The keys and client secrets that hold now. As at GitHub, an App may have several of each, and never loses the last one. */
export type AppCredentials = { keys: Held<'publicKeyPem'>[]; secrets: Held<'clientSecret'>[] }

/** Those that the App was registered with. Others are forgotten when the host stops. */
export function firstCredentials({ publicKeyPem, clientSecret }: AppRegistration): AppCredentials {
  return { keys: [{ id: 1, publicKeyPem }], secrets: [{ id: 1, clientSecret }] }
}

export function addKey({ keys }: AppCredentials): { id: number; privateKeyPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const id = nextId(keys)
  keys.push({ id, publicKeyPem: publicKey })
  return { id, privateKeyPem: privateKey }
}

export function addClientSecret({ secrets }: AppCredentials): Held<'clientSecret'> {
  const added = { id: nextId(secrets), clientSecret: randomBytes(20).toString('hex') }
  secrets.push(added)
  return added
}

export function isClientSecret({ secrets }: AppCredentials, given: string | undefined): boolean {
  return secrets.some(({ clientSecret }) => clientSecret === given)
}

/** `last` where it is the only one left. */
export function removeFrom(held: { id: number }[], id: number): 'removed' | 'unknown' | 'last' {
  const at = held.findIndex((one) => one.id === id)
  if (at < 0) return 'unknown'
  if (held.length === 1) return 'last'
  held.splice(at, 1)
  return 'removed'
}

function nextId(held: readonly { id: number }[]): number {
  return Math.max(...held.map(({ id }) => id)) + 1
}
