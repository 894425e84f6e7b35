import type { Places } from '#test/people/person.ts'
import { ownerOf } from '#tools/start/runtimes.ts'

/** The stack's own workers leave the next job to others, or take jobs again. */
export async function setLocalWorkers(places: Places, { paused }: { paused: boolean }): Promise<void> {
  for (const name of ['wanda', 'will']) {
    const owner = ownerOf(name, places)
    await owner.signIn()
    const { data } = await owner.call('listAgents', { query: { limit: '100' } })
    for (const agent of data.filter((one) => one.state === (paused ? 'ACTIVE' : 'PAUSED')))
      await owner.call('updateAgent', { params: { id: agent.id }, body: { paused } })
  }
}
