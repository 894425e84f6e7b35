import type { ProofView } from './_find-proof.ts'

export type ReceiptIssue = { reference: string; repository: string; number: number; title: string }

/** The issue that the task names. */
export function issueOf({ task_document: task }: ProofView): ReceiptIssue | undefined {
  const { repository, issue } = task as {
    repository?: { full_name?: string }
    issue?: { number?: number; title?: string }
  }
  const [owner, name] = repository?.full_name?.split('/') ?? []
  if (!owner || !name || issue?.number === undefined) return undefined
  const { number, title = '' } = issue
  return { reference: `${owner}:${name}:${number}`, repository: `${owner}/${name}`, number, title }
}
