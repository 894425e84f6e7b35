import { previewResponse } from '#app/_preview.tsx'
import { findIssue } from '../../_find-issue.ts'
import { previewOf } from '../_preview-of.ts'

/** The picture of an issue for those who share it. */
export async function GET(_: Request, { params }: { params: Promise<{ reference: string }> }): Promise<Response> {
  const { issue } = await findIssue((await params).reference)
  return previewResponse(previewOf(issue))
}
