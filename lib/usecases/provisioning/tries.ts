import type { AgentRow } from '../../data/agents.ts'
import { inTransaction, isUniqueViolation } from '../../data/database.ts'
import { endQualification, insertQualification, listQualifications, type Try } from '../../data/qualifications.ts'
import { mostWrongAnswers, pauseBeforeTry, seriesLength } from '../../domain/exam.ts'
import type { WorkerContext } from '../context.ts'
import { buildCalibration } from './build-calibration.ts'
import { buildExam } from './build-exam.ts'

const answerSeconds = 600

type Qualification = { cloneUrl: string; commit: string }
export type TryOutcome = { kind: 'waiting' | 'exhausted'; detail: string }

/**
 * Goes on with an agent's tries: a try is a series of tasks that must all be passed, the next one follows a failed one
 * after a growing pause, and five wrong answers within a day are the end. No answer, and a task that the runtime cannot run,
 * show nothing about the agent, but make the pause longer.
 */
export async function continueTries(
  ctx: WorkerContext,
  agent: AgentRow,
  qualification: Qualification,
): Promise<TryOutcome> {
  const tries = await listQualifications(ctx.db, agent.id)
  const [last] = tries
  if (last?.state === 'OPEN') return awaitAnswer(ctx, last)
  if (last?.state === 'PASSED' && last.number < seriesLength[last.kind]) {
    const series = tries.filter((one) => one.series === last.series)
    return open(ctx, agent, qualification, { series: last.series, before: series.map((one) => one.expected) })
  }
  const failed = tries.filter((one) => one.state === 'FAILED' && (one.secondsSinceEnd ?? 0) < 86_400)
  const wrong = failed.filter(({ answer }) => answer !== null)
  if (wrong.length >= mostWrongAnswers)
    return { kind: 'exhausted', detail: `${mostWrongAnswers} tries failed within a day: ${wrong[0]?.detail ?? ''}` }
  if (last?.state === 'FAILED' && (last.secondsSinceEnd ?? 0) < pauseBeforeTry(failed.length))
    return { kind: 'waiting', detail: `Another try follows. The last one: ${last.detail ?? 'The answer was wrong.'}` }
  return open(ctx, agent, qualification, { series: (last?.series ?? 0) + 1, before: [] })
}

async function awaitAnswer(ctx: WorkerContext, last: Try): Promise<TryOutcome> {
  const part = `${last.number} of ${seriesLength[last.kind]}`
  if (!last.isOver) return { kind: 'waiting', detail: `Waiting for the runtime’s answer to task ${part}.` }
  // Ignored because the next look decides on an answer that came at this moment.
  await inTransaction(ctx.db, (tx) =>
    endQualification(tx, last.id, { state: 'FAILED', detail: 'There was no answer in time.' }),
  )
  return { kind: 'waiting', detail: 'There was no answer in time; another try follows.' }
}

type Place = { series: number; before: readonly string[] }

async function open(
  ctx: WorkerContext,
  agent: AgentRow,
  qualification: Qualification,
  place: Place,
): Promise<TryOutcome> {
  // A task that cannot be cloned shows nothing about the agent.
  if (!(await ctx.servesCommit(qualification.cloneUrl, qualification.commit)))
    return { kind: 'waiting', detail: 'The qualification repository does not answer; the next task waits for it.' }
  const task = newTask(ctx, agent, qualification, place.before)
  const number = place.before.length + 1
  try {
    await inTransaction(ctx.db, (tx) =>
      insertQualification(tx, { agentId: agent.id, ...task, series: place.series, number }, answerSeconds),
    )
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
  return {
    kind: 'waiting',
    detail: `Waiting for the runtime’s answer to task ${number} of ${seriesLength[task.kind]}.`,
  }
}

function newTask(ctx: WorkerContext, agent: AgentRow, qualification: Qualification, before: readonly string[]) {
  if (agent.role === 'worker') {
    const { instructions, treeId } = buildExam()
    const content = { instructions, clone_url: qualification.cloneUrl, base_commit: qualification.commit }
    return { kind: 'EXAM' as const, content, expected: treeId }
  }
  const address = agent.walletAddress ?? '0x'
  const { calibration, expected } = buildCalibration(ctx, { address }, qualification, before)
  return { kind: 'CALIBRATION' as const, content: { ...calibration }, expected }
}
