import { lookup } from 'node:dns/promises'
import type { ZodType } from 'zod'
import { pairingInvalid } from '../domain/pairing-refusal.ts'
import { isStorable } from '../domain/storable.ts'
import type { Resolve } from '../outbound/guarded-connector.ts'
import type { RuntimeAddress, Runtimes } from '../ports/runtimes.ts'
import { askRuntime } from './ask-runtime.ts'
import { isWithin, neighbourhoodOf, readNetwork } from './networks.ts'
import { readPairingToken } from './pairing-token.ts'
import { placeOf, readLoopback } from './place.ts'
import { RuntimeError, toRuntimeFailure } from './runtime-failures.ts'
import { createSlots } from './slots.ts'
import { challengeAnswer, claimAnswer, toChallengeBody, toClaimBody } from './wire.ts'

/** `loopback` lists the exact `host:port` places of this machine that are reached, by plain http; empty in production. */
export type RuntimesOptions = { loopback: readonly string[]; resolve?: Resolve }

/** Calls to runtimes through the guarded client; at most 2 at a time to one host and 32 in all. */
export function createRuntimes({ loopback, resolve = lookup }: RuntimesOptions): Runtimes {
  const places = readLoopback(loopback)
  const takeSlot = createSlots({ perHost: 2, all: 32 })

  const ask = async <T>(address: RuntimeAddress, endpoint: string, body: object, schema: ZodType<T>): Promise<T> => {
    try {
      const answer = await askRuntime(placeOf(address, endpoint, places), body, resolve, takeSlot)
      const parsed = schema.safeParse(answer)
      if (!parsed.success || !isStorable(answer)) throw new RuntimeError('not_understood')
      return parsed.data
    } catch (error) {
      throw toRuntimeFailure(error)
    }
  }

  return {
    parseToken: (text) => {
      const parsed = readPairingToken(text)
      if (!parsed) throw pairingInvalid('This is not a pairing token.')
      requirePlace(parsed.address, places)
      return parsed
    },
    challenge: (address, challenge) =>
      ask(address, '/service/connect/challenge', toChallengeBody(challenge), challengeAnswer),
    claim: (address, claim) => ask(address, '/service/connect/claim', toClaimBody(claim), claimAnswer),
    readNetwork,
    isWithin,
    neighbourhoodOf,
  }
}

function requirePlace(address: RuntimeAddress, places: ReadonlySet<string>): void {
  try {
    placeOf(address, '/', places)
  } catch (error) {
    throw toRuntimeFailure(error)
  }
}
