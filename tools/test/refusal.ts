import { ApiError, type Problem } from '#lib/client/api.ts'

/** The refusal that a call meets; throws when it is accepted. */
export async function refusal(call: Promise<unknown>): Promise<Problem> {
  const answer = await call.catch((error: unknown) => error)
  if (answer instanceof ApiError) return answer.problem
  if (answer instanceof Error) throw answer
  throw new Error(`the call was accepted: ${JSON.stringify(answer)?.slice(0, 300)}`)
}
