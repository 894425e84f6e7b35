import type { AgentRow } from '#lib/data/agents.ts'
import { inTransaction, isUniqueViolation } from '#lib/data/database.ts'
import { endQualification, insertQualification, listQualifications } from '#lib/data/qualifications.ts'
import type { WorkerContext } from '../context.ts'
import { buildCalibration } from './build-calibration.ts'
import { buildExam } from './build-exam.ts'
import type { StepOutcome } from './step.ts'

const answerSeconds = 600
const maxTries = 5

/** Opens exam or calibration, waits for the answer, and lets a failed one be tried again after a growing pause. */
export async function qualifyAgent(ctx: WorkerContext, agent: AgentRow): Promise<StepOutcome> {
  if (agent.qualifiedAt) return { state: 'DONE' }
  if (!ctx.settings.qualification)
    return { state: 'FAILED', detail: 'This deployment has no qualification repository; ask its operator.' }
  const tries = await listQualifications(ctx.db, agent.id)
  const [last] = tries
  if (last?.state === 'OPEN' && !last.isOver) return { state: 'WAITING', detail: 'Waiting for the runtime’s answer.' }
  if (last?.state === 'OPEN') {
    await inTransaction(ctx.db, (tx) =>
      endQualification(tx, last.id, { state: 'FAILED', detail: 'There was no answer in time.' }),
    )
    return { state: 'WAITING', detail: 'There was no answer in time; another try follows.' }
  }
  const recent = tries.filter((one) => (one.secondsSinceEnd ?? 0) < 86_400)
  if (recent.length >= maxTries)
    return { state: 'FAILED', detail: `${maxTries} tries failed within a day: ${last?.detail ?? ''}` }
  if (last && (last.secondsSinceEnd ?? 0) < 5 * 2 ** recent.length)
    return { state: 'WAITING', detail: `${last.detail ?? 'The answer was wrong'}; another try follows.` }
  await openTry(ctx, agent, ctx.settings.qualification)
  return { state: 'WAITING', detail: 'Waiting for the runtime’s answer.' }
}

async function openTry(
  ctx: WorkerContext,
  agent: AgentRow,
  qualification: { cloneUrl: string; commit: string },
): Promise<void> {
  try {
    await inTransaction(ctx.db, (tx) => insertQualification(tx, newTry(ctx, agent, qualification), answerSeconds))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
}

function newTry(ctx: WorkerContext, agent: AgentRow, qualification: { cloneUrl: string; commit: string }) {
  if (agent.role === 'worker') {
    const { instructions, treeId } = buildExam()
    const content = { instructions, clone_url: qualification.cloneUrl, base_commit: qualification.commit }
    return { agentId: agent.id, kind: 'EXAM' as const, content, expected: treeId }
  }
  const { calibration, expected } = buildCalibration(ctx, { address: agent.walletAddress ?? '0x' }, qualification)
  return { agentId: agent.id, kind: 'CALIBRATION' as const, content: { ...calibration }, expected }
}
