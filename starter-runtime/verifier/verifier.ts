import type { Configuration, HeartbeatAnswer, Role, Runtime } from '../runtime.ts'
import { openStateFolder, type StateFolder } from '../storage/state-folder.ts'
import type { EndCause, Work } from '../tasks.ts'
import { isCode } from '../transport/api-error.ts'
import { carryOutProbe } from './carry-out-probe.ts'
import { deliverVerdict } from './deliver-verdict.ts'
import type { Publisher } from './publisher.ts'
import { reachVerdict, verdictFile, wasCutShort } from './reach-verdict.ts'

type Seat = HeartbeatAnswer['verifications'][number]

const atOnce = 2
const probesAtOnce = 1
/** After these nothing comes of the seat; after anything else the control plane may still ask for the verdict. */
const finalCodes = ['not_found', 'attempt_superseded', 'result_exists', 'result_refused', 'signature_invalid']

/** Gives every verification that it is seated for one verdict, and delivers it. Tries the commands of drafts besides. */
export function createVerifier(runtime: Runtime, publisher: Publisher): Role {
  const { tasks, workDir } = runtime
  let alone = ''
  /**
   * One that may have ended this process runs alone, so that it does not count against what would run beside it. Returns
   * whether one does, or waits for that.
   */
  const startVerifications = (seats: readonly Seat[], configuration: Configuration): boolean => {
    for (const seat of seats) {
      const id = seat.verification_id
      if (tasks.has(id)) continue
      if (tasks.has(alone) || tasks.count('verification') >= atOnce) break
      if (wasCutShort(workDir.verifications, id)) {
        if (tasks.count('verification') + tasks.count('probe') > 0) return true
        alone = id
      }
      tasks.start({ kind: 'verification', id }, (work) => carryOut(runtime, seat, configuration, work))
    }
    return tasks.has(alone)
  }
  return {
    receive: (answer, configuration) => {
      for (const id of answer.cancelled) tasks.cancel(id)
      const isAlone = startVerifications(answer.verifications, configuration)
      for (const probe of answer.probes) {
        if (isAlone || tasks.count('probe') >= probesAtOnce) break
        tasks.start({ kind: 'probe', id: probe.probe_id }, (work) => carryOutProbe(runtime, probe, work))
      }
      publisher.consider()
    },
  }
}

/** The verdict is on disk before it is sent; once it is there, it never changes. */
async function carryOut(runtime: Runtime, seat: Seat, configuration: Configuration, work: Work): Promise<void> {
  const folder = await openStateFolder(runtime.workDir.verifications, seat.verification_id)
  if (await isOver(folder)) return
  try {
    const text =
      (await folder.read(verdictFile)) ?? (await reachVerdict(runtime, folder, { seat, configuration }, work))
    work.report('delivering the verdict')
    await deliverVerdict(runtime, folder, { text, until: Date.parse(seat.verify_by) }, work)
    await close(folder, 'delivered')
  } catch (error) {
    const cause: EndCause | undefined = work.signal.aborted ? work.signal.reason : undefined
    if (cause === 'cancelled') return close(folder, 'cancelled')
    if (cause === undefined && isCode(error, ...finalCodes)) await close(folder, String(error))
    throw error
  } finally {
    await folder.clear()
  }
}

/** A delivered verdict is sent again when the control plane still asks for it; anything else that ended stays ended. */
async function isOver(folder: StateFolder): Promise<boolean> {
  const done = await folder.read('done')
  return done !== undefined && JSON.parse(done).reason !== 'delivered'
}

async function close(folder: StateFolder, reason: string): Promise<void> {
  await folder.writeOnce('done', JSON.stringify({ reason, at: new Date().toISOString() }))
}
