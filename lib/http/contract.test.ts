import '#test/contract/authorization.ts'
import '#test/contract/requests.ts'
import '#test/contract/answers.ts'
import '#test/contract/paths.ts'
import '#test/contract/programs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createToken, sendAsProgram } from '#test/api-tokens.ts'
import {
  all,
  anonymous,
  clara,
  credentials,
  novice,
  openWorld,
  own,
  service,
  unknown,
  will,
} from '#test/contract/world.ts'
import { fuzz, type Identity } from '#test/fuzz/fuzz.ts'
import type { FuzzedDocument } from '#test/fuzz/requests.ts'
import { index } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { toProgramPath } from '../api/program-paths.ts'
import { programEndpoints } from '../api/programs.ts'
import { tokenScopes } from '../domain/api-token.ts'

beforeAll(openWorld)
afterAll(() => service.stop())

test('3,000 random requests of seven callers are answered as the served description says, and none with an accident', async () => {
  // Nothing reads the chain here, and readiness is refused a minute after the last read.
  await index(service)
  const document = (await (await anonymous.send(`${service.origin}/api/schema/`)).json()) as FuzzedDocument
  const spare = await clara.call('createAgent', { body: { name: 'Spare', role: 'worker' } })
  await novice.call('becomeClient')
  const ended = /disconnect|revoke|logout/
  // What others of these requests need is neither disconnected nor changed into something else.
  const idsOf = (method: string, path: string) =>
    method === 'GET' || !(ended.test(path) || path.includes('/agents/'))
      ? [...Object.values(own), unknown.id ?? '', spare.id]
      : [spare.id, unknown.id ?? '', unknown.installation_id ?? '']
  const ofPerson = (name: string, person: Person): Identity => ({
    name,
    send: (target, init) => person.send(service.origin + target, init),
    ...(person !== anonymous && { renew: () => person.signIn() }),
  })
  const ofRuntime = (role: 'worker' | 'verifier'): Identity => ({
    name: `${role} runtime`,
    send: (target, init) => {
      const headers = { ...init.headers, authorization: `Bearer ${credentials[role]}` }
      return service.router(new Request(service.origin + target, { ...init, headers }))
    },
  })
  const people = [
    ofPerson('anonymous', anonymous),
    ofPerson('client', novice),
    ofPerson('owner', will),
    ofPerson('both', clara),
  ]
  const { token } = await createToken(clara, [...tokenScopes])
  const program: Identity = {
    name: 'program of a client',
    send: (target, init) => sendAsProgram(service, token, toProgramPath(target), init),
  }
  const identities = [...people, ofRuntime('worker'), ofRuntime('verifier'), program]
  const seed = Number(process.env.FUZZ_SEED ?? 1)
  const { faults, statuses } = await fuzz({ document, identities, idsOf, count: 3_000, seed })
  expect(faults, `FUZZ_SEED=${seed} repeats these requests`).toEqual([])
  expect([...statuses.keys()].sort()).toEqual(
    [...all.filter(({ isHidden }) => !isHidden), ...programEndpoints()].map(({ operationId }) => operationId).sort(),
  )
})
