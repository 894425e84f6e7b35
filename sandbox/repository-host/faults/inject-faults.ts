import type { MiddlewareHandler } from 'hono'
import type { HostEnv } from '../api/request.ts'
import type { Host } from '../context.ts'
import { toFailure, toOutage } from './answers.ts'

/** What programs ask, as opposed to people's browsers and git. */
const programPaths = ['/api/v3/', '/login/oauth/access_token']

/** Lets the faults that were asked for happen, as a network or an overloaded host would; the world itself has none. */
export function injectFaults({ faults }: Host): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    const { path } = c.req
    const { outgoing } = c.env
    if (path.startsWith('/sandbox/')) return await next()
    const isOut = faults.show().outage && programPaths.some((start) => path.startsWith(start))
    const failure = isOut ? undefined : faults.take('failNext', path)
    const isRefused = isOut || failure !== undefined
    if (isRefused) c.res = failure ? toFailure(failure.status) : toOutage()
    const isLost = !isRefused && faults.take('dropAnswers', path) !== undefined
    if (!isRefused) await next()

    const closed = new AbortController()
    outgoing.once('close', () => closed.abort())
    await faults.hold(path, closed.signal)
    if (isLost) outgoing.destroy()
  }
}
