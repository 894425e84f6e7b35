import { randomUUID } from 'node:crypto'
import type { AgentRole } from '#lib/domain/agent.ts'
import type { Configuration, HeartbeatAnswer } from './contract.ts'

/** Seconds between heartbeats while nothing else is looked at. */
const usualSeconds = 0.3

/** The answer to a heartbeat: nothing to do, except for what the plane is set to say. */
export function heartbeat(plane: {
  heartbeatOverrides: Partial<HeartbeatAnswer>
  configuration: Configuration
}): HeartbeatAnswer {
  return {
    server_time: new Date().toISOString(),
    next_seconds: usualSeconds,
    configuration_version: plane.configuration.configuration_version,
    offers: [],
    jobs: [],
    verifications: [],
    probes: [],
    cancelled: [],
    notices: [],
    verdicts: [],
    exam_id: plane.configuration.exam?.exam_id ?? null,
    rotation: null,
    ...plane.heartbeatOverrides,
  }
}

export function configurationOf(facts: {
  role: AgentRole
  agentId: string
  wallet: string
  chainId: number
  escrow: string
}): Configuration {
  const { role, agentId, wallet, chainId, escrow } = facts
  return {
    configuration_version: '1',
    agent: { id: agentId, name: 'Conformance', role, state: 'ACTIVE', wallet_address: wallet },
    limits: { max_concurrent_jobs: 1, max_changed_files: 300, max_changed_bytes: 2_097_152, offer_seconds: 60 },
    chain: { chain_id: chainId, escrow, token: escrow },
    credential: { id: randomUUID(), epoch: 1, expires_at: inDays(30), scopes: ['heartbeat'] },
    exam: null,
  }
}

/** The same configuration under a new version, with what changes. */
export function nextConfiguration(now: Configuration, changes: Partial<Configuration> = {}): Configuration {
  return { ...now, ...changes, configuration_version: String(Number(now.configuration_version) + 1) }
}

export function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1_000).toISOString()
}

export function inDays(days: number): string {
  return inSeconds(days * 86_400)
}
