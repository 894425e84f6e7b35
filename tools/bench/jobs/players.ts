import { setTimeout as wait } from 'node:timers/promises'
import type { ReplyOf } from '#lib/client/api.ts'
import { ApiError } from '#lib/client/api.ts'
import { answerCalibration, answerTo } from '#test/agents.ts'
import type { RuntimePeer } from '#test/runtime-peer.ts'
import type { Service } from '#test/service.ts'

type Offer = ReplyOf<'sendHeartbeat'>['offers'][number]
type Records = Pick<Service, 'sql'>

const beatMs = 1_000
const askAgainMs = 250

/** Answers whatever the service asks of the runtime, at once, until the signal. */
export async function play(peer: RuntimePeer, wallet: () => string, records: Records, signal: AbortSignal) {
  const taken = new Set<string>()
  const once = (id: string, work: () => Promise<void>) => {
    if (taken.has(id)) return
    taken.add(id)
    work().catch((error: unknown) => {
      taken.delete(id)
      if (!isPassing(error)) console.error(`${peer.role} ${peer.port}`, error)
    })
  }
  while (!signal.aborted) {
    try {
      if (peer.credential) {
        const beat = await peer.heartbeat()
        if (beat.exam_id) once(beat.exam_id, () => sitExam(peer))
        for (const offer of beat.offers) once(offer.offer_id, () => doJob(peer, offer, wallet(), signal))
        for (const { verification_id: id } of beat.verifications) once(id, () => verify(peer, id, records))
      }
    } catch (error) {
      if (!isPassing(error)) throw error
    }
    await wait(beatMs, undefined, { signal }).catch(() => undefined)
  }
}

/** What a runtime meets on a good day, too: a refusal, or an answer that did not come. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError || (error instanceof TypeError && error.message === 'fetch failed')
}

async function sitExam(peer: RuntimePeer): Promise<void> {
  const { exam } = await peer.call('getRuntimeConfiguration')
  if (exam) await peer.call('submitQualification', { body: answerTo(exam) })
}

async function doJob(peer: RuntimePeer, offer: Offer, wallet: string, signal: AbortSignal): Promise<void> {
  const body = { offer_id: offer.offer_id, signature: await peer.acceptance(offer, wallet) }
  for (;;) {
    const answer = await peer.call('takeJobCredential', { body })
    if (answer.status === 'assigned') {
      const content = `export const job = ${answer.onchain_job_id}\n`
      await peer.call('submitJobResult', { body: await peer.result(answer, content) })
      return
    }
    await wait(askAgainMs, undefined, { signal })
  }
}

/** Calibrations as they are meant, jobs with PASS. */
async function verify(peer: RuntimePeer, id: string, records: Records): Promise<void> {
  const [calibration] = await records.sql`select 1 from qualifications where id = ${id}`
  if (calibration) return answerCalibration(records, peer, true)
  const seat = await peer.call('takeVerificationCredential', { body: { verification_id: id } })
  await peer.call('submitVerificationResult', { body: await peer.vote(seat, true) })
}
