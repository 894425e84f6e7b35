import type { z } from 'zod'
import type { getRuntimeConfigurationEndpoint } from '#lib/api/runtime.ts'
import type { sendHeartbeatEndpoint } from '#lib/api/runtime-heartbeat.ts'
import type { Clock } from './clock.ts'
import type { ConnectionStore } from './connection.ts'
import type { Identity } from './identity.ts'
import type { Isolation } from './isolation/isolation.ts'
import type { Status } from './status.ts'
import type { WorkDir } from './storage/work-dir.ts'
import type { Tasks } from './tasks.ts'
import type { Channel } from './transport/channel.ts'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : never

export type HeartbeatAnswer = Output<typeof sendHeartbeatEndpoint.reply.schema>
export type Configuration = Output<typeof getRuntimeConfigurationEndpoint.reply.schema>

/** What both roles work with. */
export type Runtime = {
  workDir: WorkDir
  identity: Identity
  connection: ConnectionStore
  channel: Channel
  isolation: Isolation
  status: Status
  clock: Clock
  tasks: Tasks
  /** The ways in which repositories may be fetched, as git names them: `https` or `https:http`. */
  protocols: string
}

/** What a role does with each answer of the control plane. It starts work and returns; it never throws. */
export type Role = { receive(answer: HeartbeatAnswer, configuration: Configuration): void }
