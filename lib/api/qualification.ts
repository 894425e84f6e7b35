import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './scalars.ts'
import { fileChanges, gitId } from './signed-results.ts'

export const submitQualificationEndpoint = defineEndpoint('submitQualification', {
  tag: 'runtime',
  summary: 'Answer the worker exam',
  description:
    'Send the changes that the instructions make in a checkout of the base commit, and the resulting Git tree id. The answer is graded at once; the number of attempts is limited.',
  access: 'runtime',
  role: 'worker',
  rate: 'runtime',
  bodyLimit: 1024 * 1024,
  body: z.strictObject({ exam_id: uuid, tree_id: gitId, changes: fileChanges }).meta({ id: 'QualificationAnswer' }),
  reply: {
    status: 200,
    schema: z
      .strictObject({ status: z.enum(['passed', 'failed']), detail: z.string() })
      .meta({ id: 'QualificationGrade' }),
    description: 'The grade.',
  },
  failures: ['credential_revoked', 'wrong_channel', 'not_found', 'state_conflict'],
})
