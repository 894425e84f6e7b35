import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { Provider } from '../provider.ts'

/** Lets the faults that were asked for happen, as a network or an overloaded service would. */
export function injectFaults(provider: Provider): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const failure = provider.faults.take('failNext', c.req.path)
    if (failure) {
      const body = { code: failure.status, message: 'A fault that was asked for.' }
      c.res = Response.json(body, { status: failure.status })
      return
    }
    const isLost = provider.faults.take('dropAnswers', c.req.path) !== undefined
    await next()
    if (isLost) c.env.outgoing.destroy()
  }
}
