import { findDispatchPause } from '#lib/data/dispatch-pause.ts'
import { countUnderWay } from '#lib/data/under-way.ts'
import type { Context } from '#lib/usecases/context.ts'
import { pauseDispatch } from '#lib/usecases/dispatch/pause-dispatch.ts'
import { resumeDispatch } from '#lib/usecases/dispatch/resume-dispatch.ts'
import { describe } from './drain.ts'

/** Whether jobs are offered to workers, and what is under way. */
export async function dispatchStatus({ db }: Pick<Context, 'db'>): Promise<string> {
  const pause = await findDispatchPause(db)
  const offers = pause ? `Paused since ${pause.since.toISOString()}: ${pause.because}` : 'Jobs are offered to workers.'
  return `${offers}\n${describe(await countUnderWay(db)) ?? 'Nothing is under way.'}`
}

/** Jobs that have a worker go on; new ones wait. */
export async function pause(ctx: Context, because: string): Promise<string> {
  await pauseDispatch(ctx, { because })
  return 'No job is offered from now on. To go on: npm run admin -- dispatch resume'
}

export async function resume(ctx: Context): Promise<string> {
  await resumeDispatch(ctx)
  return 'Jobs are offered to workers again.'
}
