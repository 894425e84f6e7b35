import { ApiError, type Problem } from '#lib/client/api.ts'

/** The problem that a call met; fails when the call was accepted. */
export async function refusal(call: Promise<unknown>): Promise<Problem> {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return error.problem
    throw error
  }
  throw new Error('the call was accepted')
}
