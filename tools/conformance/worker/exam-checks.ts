import { randomUUID } from 'node:crypto'
import { submitQualificationEndpoint } from '#lib/api/qualification.ts'
import { require } from '../broken.ts'
import type { Check } from '../check.ts'
import { inSeconds, nextConfiguration } from '../plane/bodies.ts'
import { untilNotRunning } from '../transport/beats.ts'
import { until } from '../until.ts'
import { written } from '../work/repository.ts'
import { clonePath } from '../work/serve-repository.ts'

const bytes = Buffer.from([0, 255, 13, 10]).toString('base64')

export const examChecks: Check[] = [
  {
    rule: 'the exam’s instructions are followed, and answered with the changes and their tree',
    run: async (bench) => {
      const { plane, repository } = bench
      const exam_id = randomUUID()
      plane.handlers.set('submitQualification', () => ({ body: { status: 'passed', detail: 'Well done.' } }))
      plane.configuration = nextConfiguration(plane.configuration, {
        exam: {
          exam_id,
          clone_url: `${plane.origin}${clonePath}`,
          base_commit: repository.commit,
          instructions: [
            { op: 'write', path: 'new/bytes', mode: '100644', content: bytes },
            { op: 'replace', path: 'value', find: 'bad', with: 'größer $& ≥' },
            { op: 'delete', path: 'old.txt' },
            { op: 'mode', path: 'checks/check.sh', mode: '100755' },
          ],
          answer_by: inSeconds(bench.workSeconds),
        },
      })
      const call = await until('answer', () => plane.callsTo('submitQualification')[0], bench.workSeconds * 1_000)
      plane.configuration = nextConfiguration(plane.configuration, { exam: null })
      await untilNotRunning(bench, exam_id)
      const answer = submitQualificationEndpoint.body?.parse(call.body)
      const script = written('checks/check.sh', 'grep -q good value\n')
      const wanted = repository.treeWith([
        { path: 'new/bytes', mode: '100644', content: bytes },
        written('value', 'größer $& ≥\n'),
        { path: 'old.txt', deleted: true },
        { ...script, mode: '100755' },
      ])
      require(answer?.tree_id === wanted, `the tree is ${answer?.tree_id}, not ${wanted}`)
      require(repository.treeWith(answer.changes) === wanted, 'the changes do not lead to that tree')
      return `${answer.changes.length} changes, tree ${wanted}`
    },
  },
]
