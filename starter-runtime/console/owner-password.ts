import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { Refusal } from '../bootstrap/refusal.ts'
import { jsonFile } from '../storage/json-file.ts'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const stored = z.strictObject({ salt: z.string(), hash: z.string() })
const failuresMax = 8
const windowMs = 60_000
/** So many networks are remembered; those that guessed longest ago are forgotten first. */
const networksMax = 10_000

/** Decides whether a caller is the owner. Wrong guesses are counted by the network that they come from. */
export type OwnerPassword = {
  /** Resolves for the right password; else throws `wrong_password` or `too_many_attempts`. */
  require(password: string, address: string): Promise<void>
}

/**
 * The password that was given, else the one of an earlier start, else a new one that is shown once through
 * `announce`. Only its scrypt hash is kept.
 */
export async function openOwnerPassword(
  path: string,
  given: string | undefined,
  announce: (password: string) => void,
): Promise<OwnerPassword> {
  const file = jsonFile(path, stored)
  let known = await file.read()
  if (given !== undefined || !known) {
    const password = given ?? randomBytes(18).toString('base64url')
    const salt = randomBytes(16)
    known = { salt: salt.toString('hex'), hash: (await derive(password, salt, 32)).toString('hex') }
    await file.write(known)
    if (given === undefined) announce(password)
  }
  return createOwnerPassword(known)
}

function createOwnerPassword(known: z.output<typeof stored>): OwnerPassword {
  const guesses = new LRUCache<string, number[]>({ max: networksMax, ttl: windowMs })
  return {
    require: async (password, address) => {
      const network = networkOf(address)
      const failures = (guesses.get(network) ?? []).filter((at) => at > Date.now() - windowMs)
      if (failures.length >= failuresMax) throw new Refusal('too_many_attempts', undefined, windowMs / 1000)
      // Counted before it is checked, so that parallel guesses count too.
      guesses.set(network, [...failures, Date.now()])
      const hash = await derive(password.slice(0, 1_000), Buffer.from(known.salt, 'hex'), 32)
      if (!timingSafeEqual(hash, Buffer.from(known.hash, 'hex'))) throw new Refusal('wrong_password')
      guesses.delete(network)
    },
  }
}

/** The part of an address that one caller holds: a v4 address, or the first 64 bits of a v6 one. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.')
}
