import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { Provider } from '../provider.ts'
import { toFailure } from '../wire/errors.ts'

/** Lets the faults that were asked for happen, as a network or an overloaded service would. */
export function injectFaults(provider: Provider): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const { path } = c.req
    const { outgoing } = c.env
    const failure = provider.faults.take('failNext', path)
    if (failure) c.res = toFailure(failure)
    const isLost = !failure && provider.faults.take('dropAnswers', path) !== undefined
    if (!failure) await next()

    const closed = new AbortController()
    outgoing.once('close', () => closed.abort())
    await provider.faults.hold(path, closed.signal)
    if (isLost) outgoing.destroy()
  }
}
