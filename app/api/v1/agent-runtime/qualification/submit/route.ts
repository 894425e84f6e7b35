import { submitQualificationEndpoint } from '#lib/api/qualification.ts'
import { handle } from '#lib/http/handle.ts'
import { submitQualification } from '#lib/usecases/runtime/submit-qualification.ts'

export const POST = handle(submitQualificationEndpoint, ({ ctx, body }) => {
  const { exam_id: examId, tree_id: treeId, changes } = body
  return submitQualification(ctx, { examId, treeId, changes })
})
