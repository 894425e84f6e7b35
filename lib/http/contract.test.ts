import '../../tools/test/contract/authorization.ts'
import '../../tools/test/contract/requests.ts'
import '../../tools/test/contract/answers.ts'
import '../../tools/test/contract/paths.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../tools/demo/person.ts'
import {
  all,
  anonymous,
  clara,
  credentials,
  named,
  novice,
  openWorld,
  own,
  service,
  unknown,
  will,
} from '../../tools/test/contract/world.ts'
import { fuzz, type Identity } from '../../tools/test/fuzz/fuzz.ts'
import type { FuzzedDocument } from '../../tools/test/fuzz/requests.ts'

beforeAll(openWorld)
afterAll(() => service.stop())

test('3,000 random requests of six callers are answered as the served description says, and none with an accident', async () => {
  const document = (await (await anonymous.send(`${service.origin}/api/schema/`)).json()) as FuzzedDocument
  const spare = await clara.call('createAgent', { body: { name: 'Spare', role: 'worker' } })
  await novice.call('becomeClient')
  const ended = /disconnect|revoke|logout/
  // What others of these requests need is neither disconnected nor changed into something else.
  const idsOf = (method: string, path: string) =>
    method === 'GET' || !(ended.test(path) || path.startsWith('/api/v1/agents/'))
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
      return service.lane(new Request(service.origin + target, { ...init, headers }))
    },
  })
  const people = [
    ofPerson('anonymous', anonymous),
    ofPerson('client', novice),
    ofPerson('owner', will),
    ofPerson('both', clara),
  ]
  const identities = [...people, ofRuntime('worker'), ofRuntime('verifier')]
  const seed = Number(process.env.FUZZ_SEED ?? 1)
  const { faults, statuses } = await fuzz({ document, identities, idsOf, count: 3_000, seed })
  expect(faults, `FUZZ_SEED=${seed} repeats these requests`).toEqual([])
  expect([...statuses.keys()].sort()).toEqual(
    named(all.filter(({ isHidden }) => !isHidden))
      .map(([id]) => id)
      .sort(),
  )
}, 180_000)
