import type { AgentRole } from '../domain/agent.ts'
import type { ClientConfig } from './config.ts'

/** The command that starts the starter runtime for an agent, one option per line, for a shell. */
export function runtimeCommand(
  role: AgentRole,
  { publicOrigin, guestPorts }: Pick<ClientConfig, 'publicOrigin' | 'guestPorts'>,
): string {
  const [first, second] = guestPorts
  const port = (role === 'worker' ? first : second) ?? 3011
  const options = [
    `--role ${role}`,
    `--port ${port}`,
    `--work-dir ./my-${role}`,
    `--control-plane ${publicOrigin}`,
    ...(guestPorts.length === 0 ? ['--public-address agent.example.org'] : []),
    ...(role === 'worker' ? [`--executor '["node","my-executor.mjs"]'`] : []),
  ]
  return ['node starter-runtime/main.ts', ...options].join(' \\\n  ')
}
