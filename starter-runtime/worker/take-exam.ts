import { submitQualificationEndpoint } from '#lib/api/qualification.ts'
import { fetchBasePatiently } from '../git/base-copy.ts'
import { collectChanges } from '../git/changes.ts'
import { checkOut } from '../git/trees.ts'
import { print } from '../print.ts'
import type { Configuration, Runtime } from '../runtime.ts'
import { openStateFolder } from '../storage/state-folder.ts'
import type { Work } from '../tasks.ts'
import { isCode } from '../transport/api-error.ts'
import { followInstructions } from './follow-instructions.ts'

type Exam = NonNullable<Configuration['exam']>

/** Answers an exam once: the instructions are followed in a checkout, and what git makes of it is sent. */
export async function takeExam(runtime: Runtime, exam: Exam, work: Work): Promise<void> {
  const folder = await openStateFolder(runtime.workDir.exams, exam.exam_id)
  if ((await folder.read('done')) !== undefined) return
  work.report('taking the exam')
  const answer = (await folder.read('answer.json')) ?? (await folder.writeOnce('answer.json', await prepare()))
  try {
    const grade = await runtime.channel.call(submitQualificationEndpoint, JSON.parse(answer), work.signal)
    print(`exam ${grade.status}: ${grade.detail}`)
    await folder.writeOnce('done', JSON.stringify(grade))
  } catch (error) {
    if (isCode(error, 'not_found', 'state_conflict', 'invalid_request'))
      await folder.writeOnce('done', JSON.stringify({ status: 'refused', detail: String(error) }))
    throw error
  }

  async function prepare(): Promise<string> {
    const gitDir = folder.scratch('git')
    const tree = folder.scratch('tree')
    const repository = { cloneUrl: exam.clone_url, token: null, commit: exam.base_commit }
    try {
      await fetchBasePatiently(gitDir, repository, { protocols: runtime.protocols, signal: work.signal })
      await checkOut(gitDir, exam.base_commit, tree)
      await followInstructions(tree, exam.instructions)
      const { treeId, changes } = await collectChanges(gitDir, exam.base_commit, tree)
      return JSON.stringify({ exam_id: exam.exam_id, tree_id: treeId, changes })
    } finally {
      await folder.clear()
    }
  }
}
