import { submitProbeResultEndpoint, takeProbeCredentialEndpoint } from '#lib/api/runtime-probe.ts'
import { removeFolder } from '../git/remove-folder.ts'
import { GitError } from '../git/run.ts'
import { IsolationError } from '../isolation/isolation.ts'
import { print } from '../print.ts'
import type { HeartbeatAnswer, Runtime } from '../runtime.ts'
import { openStateFolder } from '../storage/state-folder.ts'
import type { Work } from '../tasks.ts'
import { type ProbeTask, probeBase } from './probe-base.ts'

type Probe = HeartbeatAnswer['probes'][number]

/** Kept back from the time of a probe for delivering its report. */
const marginMs = 5_000

/** Tries the commands of a draft and delivers what was seen. Nothing of it is kept: after a crash it is done again. */
export async function carryOutProbe(runtime: Runtime, { probe_id }: Probe, work: Work): Promise<void> {
  const folder = await openStateFolder(runtime.workDir.probes, probe_id)
  try {
    const task = await runtime.channel.call(takeProbeCredentialEndpoint, { probe_id }, work.signal)
    const answer = await tryCommands(runtime, task, folder.scratch, work)
    work.report('delivering the report')
    await runtime.channel.deliver(submitProbeResultEndpoint, JSON.stringify({ probe_id, ...answer }), work.signal)
    print(`probe ${probe_id}: ${answer.outcome}`)
  } finally {
    await removeFolder(folder.path)
  }
}

async function tryCommands(runtime: Runtime, task: ProbeTask, scratch: (name: string) => string, work: Work) {
  const { isolation, protocols, clock } = runtime
  const remainingMs = () => Date.parse(task.answer_by) - clock.now() - marginMs
  try {
    const report = await probeBase({ task, scratch, isolation, protocols, remainingMs, ...work })
    return { outcome: 'completed' as const, report }
  } catch (error) {
    const isOurs = error instanceof GitError || error instanceof IsolationError
    if (!isOurs || work.signal.aborted) throw error
    return { outcome: 'cannot_run' as const, reason: error.message.slice(0, 300).toWellFormed() || 'no reason' }
  }
}
