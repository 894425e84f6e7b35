import type { Bench } from './bench.ts'
import { type Line, lookAt } from './check.ts'
import { challengeChecks } from './pairing/challenge-checks.ts'
import { claimChecks } from './pairing/claim-checks.ts'
import { consoleChecks } from './pairing/console-checks.ts'
import { readPairingToken } from './pairing-token.ts'
import type { Plane } from './plane/plane.ts'
import { runtimeAt } from './runtime-client.ts'
import { untilBeats } from './transport/beats.ts'
import { failureChecks } from './transport/failure-checks.ts'
import { heartbeatChecks } from './transport/heartbeat-checks.ts'
import { mannersChecks } from './transport/manners-checks.ts'
import { ownerChecks } from './transport/owner-checks.ts'
import { revocationChecks } from './transport/revocation-checks.ts'
import { rotationChecks } from './transport/rotation-checks.ts'
import { mismatchChecks } from './verifier/mismatch-checks.ts'
import { probeChecks } from './verifier/probe-checks.ts'
import { plainVerdictChecks, verdictChecks } from './verifier/verdict-checks.ts'
import { makeRepository } from './work/repository.ts'
import { serveRepository } from './work/serve-repository.ts'
import { examChecks } from './worker/exam-checks.ts'
import { noticeChecks } from './worker/notice-checks.ts'
import { offerChecks } from './worker/offer-checks.ts'
import { taskChecks } from './worker/task-checks.ts'

export type Options = {
  /** The pairing token that the runtime's console shows. */
  pairing: string
  /** Leaves out every check that hands out a task. */
  isWithoutWork?: boolean
  workSeconds?: number
  password?: string | undefined
}

/**
 * Plays the control plane against the runtime of the pairing token, which was started for the plane's origin, and
 * reports every rule as it was checked. The runtime's connection is of no use afterwards.
 */
export async function checkRuntime(plane: Plane, options: Options, report: (line: Line) => void): Promise<Line[]> {
  const bench = openBench(plane, options)
  const lines: Line[] = []
  const note = (line: Line) => {
    lines.push(line)
    report(line)
  }
  try {
    for (const check of [...challengeChecks, ...claimChecks]) note(await lookAt(check, bench))
    await lookAtConnected(bench, note)
    return lines
  } finally {
    bench.repository.remove()
  }
}

/** What the checks share before the first of them. The caller removes its repository. */
export function openBench(plane: Plane, options: Options): Bench {
  const pairing = readPairingToken(options.pairing)
  const repository = makeRepository()
  plane.other = (request, response) => serveRepository(repository, request, response)
  const { workSeconds = 120, password, isWithoutWork = false } = options
  return { plane, runtime: runtimeAt(pairing.url), pairing, repository, workSeconds, password, isWithoutWork }
}

async function lookAtConnected(bench: Bench, note: (line: Line) => void): Promise<void> {
  const { isWithoutWork } = bench
  const isWorker = bench.plane.role === 'worker'
  const transport = [...heartbeatChecks, ...consoleChecks, ...failureChecks, ...rotationChecks]
  const work = isWorker
    ? [...examChecks, ...taskChecks, ...noticeChecks]
    : [...plainVerdictChecks, ...mismatchChecks, ...verdictChecks, ...probeChecks]
  const leftOut = isWithoutWork ? work : []
  const checks = [
    ...transport,
    ...(isWorker ? offerChecks : []),
    ...(isWithoutWork ? [] : work),
    ...ownerChecks,
    ...mannersChecks,
    ...revocationChecks,
  ]
  let missing = bench.claimed ? undefined : 'the runtime was not paired'
  for (const check of checks) {
    const line: Line = missing
      ? { outcome: 'not checked', rule: check.rule, seen: missing }
      : await lookAt(check, bench)
    note(line)
    const isLast = revocationChecks.includes(check)
    if (line.outcome === 'FAILED' && !isLast && !(await isAlive(bench))) missing = 'there were no heartbeats any more'
  }
  for (const { rule } of leftOut) note({ outcome: 'not checked', rule, seen: 'no work was wanted (--no-work)' })
}

function isAlive(bench: Bench): Promise<boolean> {
  return untilBeats(bench, 1, 20_000).then(
    () => true,
    () => false,
  )
}
