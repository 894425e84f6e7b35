import { inspect } from 'node:util'
import { type RepositoryHost, startRepositoryHost } from '#sandbox/repository-host/host.ts'
import type { FromHosts, ToHosts } from './host-apart.ts'

// Repository hosts for the process that started this one; they end with it.
const hosts = new Map<string, RepositoryHost>()

process.on('disconnect', () => process.exit())
process.on('message', async (message: ToHosts) => {
  const { id } = message
  const answer = (rest: Omit<FromHosts, 'id'>) => process.send?.({ id, ...rest })
  try {
    answer(await carryOut(message))
  } catch (error) {
    answer({ error: inspect(error) })
  }
})

async function carryOut({ id, options }: ToHosts): Promise<Omit<FromHosts, 'id'>> {
  if (!options) {
    await hosts.get(id)?.stop()
    hosts.delete(id)
    return {}
  }
  const started = await startRepositoryHost(options)
  hosts.set(id, started)
  const { stop: _, ...host } = started
  return { host }
}
