import { probeTask } from '../../api/runtime-probe.ts'
import { type ProbeState, probeMutants, probeRuns } from '../../domain/probe.ts'
import type { ProbeView } from '../../usecases/probes/read-probe.ts'
import type { ProbeTask } from '../../usecases/probes/take-probe.ts'
import { toWire } from '../to-wire.ts'

export function toProbeTaskReply({ material, repositoryId: id, cloneUrl, token, ...task }: ProbeTask) {
  return toWire(probeTask, {
    ...task,
    commands: material.commands,
    acceptanceFiles: material.acceptance_files,
    repository: { id, cloneUrl, token, baseCommit: material.base_commit },
    runs: probeRuns,
    mutants: probeMutants,
  })
}

const shownStates: Record<ProbeState, 'RUNNING' | 'DONE' | 'NOBODY_FREE'> = {
  WAITING: 'RUNNING',
  ASKED: 'RUNNING',
  ANSWERED: 'DONE',
  NOBODY_FREE: 'NOBODY_FREE',
  ENDED: 'DONE',
}

/** As the client sees it; who reported stays unsaid, since a verifier of the draft may be drawn for the job. */
export function toDraftProbe({ newest, reports, isCurrent }: ProbeView) {
  return {
    ...newest,
    state: shownStates[newest.state],
    isCurrent,
    startedAt: newest.createdAt,
    reports: reports.map(({ report, endedAt, createdAt }) => ({ ...report, reportedAt: endedAt ?? createdAt })),
  }
}
