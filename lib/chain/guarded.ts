import { Failure, isFailure } from '../domain/failure.ts'

/** Wraps a port's asynchronous methods so that every error of the RPC library becomes `chain_unavailable`. */
export function guarded<Port extends object>(port: Port): Port {
  const wrapped = Object.entries(port).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function') return [name, member]
    return [name, (...args: unknown[]) => reaching(() => member(...args))]
  })
  return Object.fromEntries(wrapped) as Port
}

async function reaching(read: () => Promise<unknown>): Promise<unknown> {
  try {
    return await read()
  } catch (error) {
    if (isFailure(error)) throw error
    throw new Failure('chain_unavailable', 'The chain could not be read.', { cause: error, retryAfterSeconds: 2 })
  }
}
