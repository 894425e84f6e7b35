import { noteAgent } from '../../data/agents.ts'
import { inTransaction, type Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { endQualification, findQualification, type QualificationRow } from '../../data/qualifications.ts'
import { seriesLength } from '../../domain/exam.ts'
import { Failure } from '../../domain/failure.ts'
import type { FileChange } from '../../domain/result.ts'
import { type Context, type RuntimeActor, requireRuntime } from '../context.ts'
import { baseFiles } from '../provisioning/build-exam.ts'
import { applyChanges, gitTreeId } from '../provisioning/git-tree.ts'

export type QualificationAnswer = { examId: string; treeId: string; changes: FileChange[] }
export type Grade = { status: 'passed' | 'failed'; detail: string }

/** Grades a worker's exam by the tree that its changes lead to; no part of the answer is run. */
export async function submitQualification(ctx: Context, input: QualificationAnswer): Promise<Grade> {
  const runtime = requireRuntime(ctx)
  const exam = await findQualification(ctx.db, runtime.agentId, input.examId)
  if (exam?.kind !== 'EXAM') throw new Failure('not_found', 'There is no such exam.')
  if (exam.state !== 'OPEN') return { status: exam.state === 'PASSED' ? 'passed' : 'failed', detail: exam.detail ?? '' }
  if (exam.answerBy < new Date()) throw new Failure('state_conflict', 'The time for this exam is over.')

  const treeId = gitTreeId(applyChanges(baseFiles(), input.changes))
  const grade = gradeOf(exam, treeId, input.treeId)
  await inTransaction(ctx.db, (tx) => saveGrade(ctx, tx, runtime, exam, grade, { tree_id: treeId }))
  return grade
}

function gradeOf(exam: QualificationRow, treeId: string, named: string): Grade {
  if (treeId !== exam.expected)
    return { status: 'failed', detail: 'The changes do not lead to the tree that the instructions describe.' }
  if (named !== treeId) return { status: 'failed', detail: 'The tree id that was named is not that of the changes.' }
  return { status: 'passed', detail: 'Every file is as it should be.' }
}

/** Ends the try; a passed one qualifies the agent and lets its provisioning go on. One without an answer is not held against it. */
export async function saveGrade(
  ctx: Context,
  tx: Transaction,
  runtime: RuntimeActor,
  row: QualificationRow,
  grade: Grade,
  answer: Record<string, unknown> | undefined,
): Promise<void> {
  const state = grade.status === 'passed' ? 'PASSED' : 'FAILED'
  if (!(await endQualification(tx, row.id, { state, detail: grade.detail, ...(answer && { answer }) }))) return
  const isLast = row.number >= seriesLength[row.kind]
  if (state === 'PASSED' && isLast)
    await noteAgent(tx, runtime.agentId, { qualifiedAt: new Date(), qualificationLostAt: null })
  const subject = { type: 'agent', id: runtime.agentId } as const
  const evidence = { kind: row.kind, series: row.series, number: row.number, detail: grade.detail }
  const change = { name: `agent.qualification_${grade.status}` as const, evidence }
  await recordEvent(tx, { actor: runtime, subject, userId: runtime.userId, ...change })
  await ctx.queue.add(tx, { queue: 'provision-agent', data: { agentId: runtime.agentId } }, { account: runtime.userId })
}
