import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { agentRoles } from '#lib/domain/agent.ts'
import { jsonFile } from './storage/json-file.ts'

const stored = z.strictObject({
  agent_id: z.uuid(),
  role: z.enum(agentRoles),
  api_base_url: z.string(),
  credential: z.string(),
  epoch: z.int(),
  expires_at: z.string(),
  scopes: z.array(z.string()),
  chain_id: z.int(),
  escrow: z.string(),
  /** A credential that this runtime made and announced, until the control plane takes or refuses it. */
  pending: z
    .strictObject({
      credential_id: z.uuid(),
      credential: z.string(),
      epoch: z.int(),
      expires_at: z.string(),
      is_sent: z.boolean(),
      is_acknowledged: z.boolean(),
    })
    .nullable(),
  claim: z.strictObject({ digest: z.string(), answer: z.string(), at: z.int() }),
  state: z.enum(['connected', 'revoked']),
})

export type Connection = z.output<typeof stored>

/** The credential and what it is bound to. Chain and escrow stay pinned until the owner resets the connection. */
export type ConnectionStore = {
  current(): Connection | undefined
  /** Durable before it resolves; `current` changes only then. */
  save(connection: Connection): Promise<void>
  reset(): Promise<void>
  onChange(listener: () => void): void
}

export async function openConnection(path: string): Promise<ConnectionStore> {
  const file = jsonFile(path, stored)
  let current = await file.read()
  const listeners: (() => void)[] = []
  const announce = () => {
    for (const listener of listeners) listener()
  }
  return {
    current: () => current,
    save: async (connection) => {
      await file.write(connection)
      current = connection
      announce()
    },
    reset: async () => {
      await rm(path, { force: true })
      current = undefined
      announce()
    },
    onChange: (listener) => {
      listeners.push(listener)
    },
  }
}
