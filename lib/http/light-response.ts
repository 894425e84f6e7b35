import { getRequestListener } from '@hono/node-server'

/**
 * The server's own kind of Response, which it writes as it is. Any other one is read through a stream, and waits for a
 * timer on the way. The package gives it to nobody but as the global Response, which pages keep as Node.js made it.
 */
export const LightResponse: typeof Response = takeLightResponse()

function takeLightResponse(): typeof Response {
  const names = ['Request', 'Response'] as const
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  getRequestListener(() => new Response())
  const light = globalThis.Response
  for (const [name, descriptor] of before) if (descriptor) Object.defineProperty(globalThis, name, descriptor)
  return light
}
