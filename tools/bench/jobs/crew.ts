import { Person, type Places } from '#test/people/person.ts'
import { type Place, RuntimePeer } from '#test/runtime-peer.ts'
import type { Service } from '#test/service.ts'
import { untilActive } from '../../start/runtimes.ts'
import { play } from './players.ts'

export type Size = { jobs: number; single: number; workers: number; verifiers: number }
export type Crew = { stop: () => Promise<void> }
type World = { places: Places; place: Place; records: Pick<Service, 'sql'> }
type Member = { owner: string; role: 'worker' | 'verifier'; port: number }

const workerOwners = 10

/** Who owns what: ten owners share the workers, and each verifier has another owner. */
export function members(size: Pick<Size, 'workers' | 'verifiers'>, ports: readonly number[]): Member[] {
  const all = [...Array(size.workers + size.verifiers).keys()]
  return all.map((index) => {
    const isWorker = index < size.workers
    const owner = isWorker ? index % workerOwners : workerOwners + index - size.workers
    return { owner: `guest-${owner + 1}`, role: isWorker ? 'worker' : 'verifier', port: ports[index] ?? 0 }
  })
}

/** How many people the members need. */
export function guestsFor({ verifiers }: Pick<Size, 'verifiers'>): number {
  return workerOwners + verifiers
}

/** Active agents of those owners, each with a runtime that is played until the crew stops. */
export async function gather(crew: readonly Member[], { places, place, records }: World): Promise<Crew> {
  const stop = new AbortController()
  const owners = new Map<string, Promise<Person>>()
  const ownerOf = (name: string) => {
    const known = owners.get(name) ?? enter(name, places)
    owners.set(name, known)
    return known
  }
  const peers: RuntimePeer[] = []
  const playing: Promise<void>[] = []
  const join = async ({ owner: name, role, port }: Member) => {
    const peer = new RuntimePeer(place, role, port)
    await peer.listen()
    peers.push(peer)
    let wallet = ''
    playing.push(play(peer, () => wallet, records, stop.signal))
    const owner = await ownerOf(name)
    const limits = { min_silence_share_bps: 0 }
    const body = { name: `${role} ${port}`, role, limits, pairing_token: peer.newToken() }
    const { id } = await owner.call('createAgent', { body, idempotencyKey: crypto.randomUUID() })
    await untilActive(owner, id)
    wallet = (await owner.call('getAgent', { params: { id } })).wallet_address ?? ''
  }
  await Promise.all(crew.map(join))
  return {
    stop: async () => {
      stop.abort()
      await Promise.all(playing)
      await Promise.all(peers.map((peer) => peer.close()))
    },
  }
}

async function enter(name: string, places: Places): Promise<Person> {
  const person = new Person(name, name, places)
  await person.signIn()
  await person.call('becomeAgentOwner')
  return person
}
