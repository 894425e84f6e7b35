import { at, type Step, step } from './step.ts'

export const publicationStates = ['REQUESTED', 'PUBLISHED', 'FAILED'] as const
export type PublicationState = (typeof publicationStates)[number]

export type PublishFacts = {
  id: bigint
  title: string | null
  publication: PublicationState | null
  /** The commitment of the settled result that the client can have published; null where they cannot. */
  publishable: string | null
}

/** The offer to publish a settled result; none where the client cannot, or where the policy does it. */
export function publishOffers({ id, title, publication, publishable }: PublishFacts): Step[] {
  if (publishable === null) return []
  const name = title === null ? `Job ${id}` : `“${title}”`
  const text =
    publication === 'FAILED'
      ? `The result of ${name} could not be published: try again.`
      : `Read the result of ${name}, then publish it as a pull request.`
  return [publishAction(id, publishable, text)]
}

/** Sending it states that the client accepts what the repository's continuous integration runs. */
export function publishAction(id: bigint, commitment: string, text: string): Step {
  return {
    ...step('client', 'publish', text, at('publishResult', { onchain_job_id: id })),
    body: { result_commitment: commitment, accepts_execution: true },
  }
}
