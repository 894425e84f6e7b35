import type { AgentRole } from '../domain/agent.ts'
import type { ClientConfig } from './config.ts'

/** The command that starts the starter runtime for an agent, one option per line, for a shell. */
export function runtimeCommand(
  role: AgentRole,
  { publicOrigin, guestPorts }: Pick<ClientConfig, 'publicOrigin' | 'guestPorts'>,
): string {
  const port = portOf(role, guestPorts) ?? 3011
  const options = [
    `--role ${role}`,
    `--port ${port}`,
    `--work-dir ./my-${role}`,
    `--control-plane ${publicOrigin}`,
    ...(guestPorts.length === 0 ? ['--public-address agent.example.org'] : []),
    ...(role === 'worker' ? [`--executor '["node","my-executor.mjs"]'`] : []),
  ]
  return ['npm run runtime --', ...options].join(' \\\n  ')
}

/** Where the console of such a runtime answers on this machine; null where runtimes are reached over the network. */
export function runtimeConsole(role: AgentRole, { guestPorts }: Pick<ClientConfig, 'guestPorts'>): string | null {
  const port = portOf(role, guestPorts)
  return port === undefined ? null : `http://localhost:${port}/`
}

/** A worker and a verifier use different ports, so that both can run side by side. */
function portOf(role: AgentRole, [first, second = first]: readonly number[]): number | undefined {
  return role === 'worker' ? first : second
}
