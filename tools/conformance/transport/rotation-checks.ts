import { randomUUID } from 'node:crypto'
import { pairingDomain } from '#lib/domain/signed-messages.ts'
import type { Bench } from '../bench.ts'
import { require } from '../broken.ts'
import type { Check } from '../check.ts'
import { hungUp } from '../plane/answer.ts'
import { heartbeat, inDays } from '../plane/bodies.ts'
import { hashOf } from '../plane/credentials.ts'
import type { Handler } from '../plane/plane.ts'
import { requireSigned } from '../signatures.ts'
import { until } from '../until.ts'
import { untilBeats } from './beats.ts'

export const rotationChecks: Check[] = [
  {
    rule: 'an offered rotation is taken up: its own secret, whose hash is signed, used from then on',
    run: (bench) => rotate(bench, { losesAnswer: false }),
  },
  {
    rule: 'a rotation whose answer was lost comes to an end',
    run: (bench) => rotate(bench, { losesAnswer: true }),
  },
  {
    rule: 'an ended credential is never used again',
    run: async (bench) => {
      await untilBeats(bench, 3)
      const uses = bench.plane.credentials.endedUses()
      require(uses === 0, `it was used ${uses} times`)
      return 'after two rotations'
    },
  },
]

/** Offers a rotation until the new credential is in force. */
export async function rotate(bench: Bench, { losesAnswer }: { losesAnswer: boolean }): Promise<string> {
  const { plane } = bench
  const offer = { credential_id: randomUUID(), epoch: plane.configuration.credential.epoch + 1, expires_at: inDays(30) }
  const usual = plane.handlers.get('sendHeartbeat')
  let announced: Record<string, unknown> | undefined
  const handler: Handler = ({ body }) => {
    const rotation = plane.credentials.current() === announced?.credential_hash ? null : offer
    if (!isRecord(body.rotate)) return { body: { ...heartbeat(plane), rotation } }
    const isFirst = announced === undefined
    announced = { ...body.rotate }
    plane.credentials.announce(String(body.rotate.credential_hash))
    return isFirst && losesAnswer ? hungUp : { body: { ...heartbeat(plane), rotation: null } }
  }
  plane.handlers.set('sendHeartbeat', handler)
  try {
    const isOver = () => announced && plane.credentials.current() === announced.credential_hash
    await until('use of a new credential', isOver, 20_000)
  } finally {
    if (usual) plane.handlers.set('sendHeartbeat', usual)
  }
  const { credential_id: credentialId, credential_hash: credentialHash, signature } = announced ?? {}
  require(credentialId === offer.credential_id, 'it names another credential than was offered')
  const message = { agentId: plane.agentId, credentialId, credentialHash, epoch: offer.epoch }
  await requireSigned(bench.pairing.key, { name: 'Rotation', domain: pairingDomain, message }, signature)
  const used = plane.calls.findLast(({ credential }) => hashOf(credential) === credentialHash)
  require(used?.credential.startsWith(`jwr_${offer.credential_id}_`) === true, 'the new credential has another id')
  plane.configuration = {
    ...plane.configuration,
    credential: { ...plane.configuration.credential, id: offer.credential_id, epoch: offer.epoch },
  }
  return `epoch ${offer.epoch}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
