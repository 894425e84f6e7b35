import type { Bench } from '../bench.ts'
import { NotChecked, require } from '../broken.ts'
import type { Check } from '../check.ts'
import { until } from '../until.ts'

/** What the runtime shows to everybody. */
export const consoleChecks: Check[] = [
  {
    rule: '/service/health tells status, role, state, software, isolation, connected and the last heartbeat, and no secret',
    run: async (bench) => {
      const health = await until('connected runtime in /service/health', async () => {
        const json = await readHealth(bench)
        return json.connected === true && json.last_heartbeat_at !== null ? json : undefined
      })
      const { status, role, state, software, isolation, last_heartbeat_at: last } = health
      require(status === 'ok' && role === bench.plane.role, `status ${String(status)}, role ${String(role)}`)
      require(['idle', 'busy', 'draining'].includes(String(state)), `state ${String(state)}`)
      require(typeof software === 'string' && typeof isolation === 'string', 'software or isolation is missing')
      require(!Number.isNaN(Date.parse(String(last))), `last_heartbeat_at ${String(last)}`)
      require(!/jwr_|service-connect:|private/.test(JSON.stringify(health)), 'it tells a secret')
      return `${software}, ${String(state)}, connected`
    },
  },
  {
    rule: 'GET / shows nothing of the connection without the owner’s password',
    run: async ({ runtime, plane, claimed }) => {
      const { status, text } = await runtime.get('/')
      const secrets = ['service-connect:', 'jwr_', plane.agentId, plane.escrow, claimed?.claim.token ?? plane.agentId]
      const shown = secrets.find((secret) => text.includes(secret))
      require(shown === undefined, `it shows ${shown}`)
      return `answered ${status}`
    },
  },
  {
    rule: 'POST /service/connect/rotate and the console’s controls need the owner’s password',
    run: async ({ runtime }) => {
      const wrong = `Basic ${Buffer.from('owner:not the password').toString('base64')}`
      const seen: string[] = []
      for (const path of ['/service/connect/rotate', '/service/console/pairing-token', '/service/console/reset'])
        for (const headers of path.endsWith('rotate') ? [{}, { authorization: wrong }] : [{}]) {
          const { status } = await runtime.post(path, {}, headers)
          require(status >= 400 && status < 500, `${path} was answered ${status} without the password`)
          seen.push(String(status))
        }
      return seen.join(', ')
    },
  },
]

/** What the runtime says of itself; not checked when it has no such page, which the protocol leaves open. */
export async function readHealth({ runtime }: Bench): Promise<Record<string, unknown>> {
  const { status, json } = await runtime.get('/service/health')
  if ([404, 405, 501].includes(status)) throw new NotChecked('this runtime has no /service/health')
  require(status === 200, `/service/health was answered ${status}`)
  return json
}
