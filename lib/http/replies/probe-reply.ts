import { type ProbeState, probeMutants, probeRuns } from '../../domain/probe.ts'
import type { ProbeView } from '../../usecases/probes/read-probe.ts'
import type { ProbeTask } from '../../usecases/probes/take-probe.ts'

export function toProbeTaskReply({ material, ...task }: ProbeTask) {
  return {
    probe_id: task.probeId,
    repository: {
      id: task.repositoryId,
      clone_url: task.cloneUrl,
      token: task.token,
      base_commit: material.base_commit,
    },
    commands: material.commands,
    acceptance_files: material.acceptance_files,
    likely_paths: task.likelyPaths,
    runs: probeRuns,
    mutants: probeMutants,
    answer_by: task.answerBy.toISOString(),
  }
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
    state: shownStates[newest.state],
    is_current: isCurrent,
    base_commit: newest.baseCommit,
    likely_paths: newest.likelyPaths,
    started_at: newest.createdAt.toISOString(),
    until: newest.until.toISOString(),
    ended_at: newest.endedAt?.toISOString() ?? null,
    reason: newest.reason,
    reports: reports.map(({ report, endedAt, createdAt }) => ({
      ...report,
      reported_at: (endedAt ?? createdAt).toISOString(),
    })),
  }
}
