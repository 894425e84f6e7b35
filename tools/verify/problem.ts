/** One thing that the chain does not bear out; `code` is stable, `text` is for a person. */
export type Problem = { code: ProblemCode; text: string }

type ProblemCode =
  | 'wrong_format'
  | 'wrong_chain'
  | 'wrong_contract'
  | 'orphaned_block'
  | 'events_differ'
  | 'state_differs'
  | 'document_differs'
  | 'terms_differ'
  | 'attempts_differ'
  | 'draw_differs'
  | 'verdicts_differ'
  | 'wrong_signature'
  | 'transfers_differ'
  | 'totals_differ'

export const problem = (code: ProblemCode, text: string): Problem => ({ code, text })

/** The chain cannot be asked, or the job is not final yet: nothing is known of the proof. */
export class CannotTellError extends Error {
  override name = 'CannotTellError'
}
