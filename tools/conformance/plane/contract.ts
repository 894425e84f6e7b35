import type { z } from 'zod'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { submitQualificationEndpoint } from '#lib/api/qualification.ts'
import {
  getRuntimeConfigurationEndpoint,
  submitJobResultEndpoint,
  takeJobCredentialEndpoint,
} from '#lib/api/runtime.ts'
import { sendHeartbeatEndpoint } from '#lib/api/runtime-heartbeat.ts'
import { submitProbeResultEndpoint, takeProbeCredentialEndpoint } from '#lib/api/runtime-probe.ts'
import { submitVerificationResultEndpoint, takeVerificationCredentialEndpoint } from '#lib/api/verification.ts'

const endpoints = [
  sendHeartbeatEndpoint,
  getRuntimeConfigurationEndpoint,
  submitQualificationEndpoint,
  takeJobCredentialEndpoint,
  submitJobResultEndpoint,
  takeVerificationCredentialEndpoint,
  submitVerificationResultEndpoint,
  takeProbeCredentialEndpoint,
  submitProbeResultEndpoint,
]

export type Operation = (typeof endpoints)[number]['operationId']
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : never

export type HeartbeatAnswer = Output<typeof sendHeartbeatEndpoint.reply.schema>
export type Configuration = Output<typeof getRuntimeConfigurationEndpoint.reply.schema>
export type VerificationTask = Output<typeof takeVerificationCredentialEndpoint.reply.schema>
export type Assigned = Extract<Output<typeof takeJobCredentialEndpoint.reply.schema>, { status: 'assigned' }>

/** The transport's operation at a method and path; a missing slash at the end is forgiven. */
export function endpointAt(method: string, path: string): (Endpoint & { operationId: Operation }) | undefined {
  const slashed = path.endsWith('/') ? path : `${path}/`
  return endpoints.find((one) => one.method === method && one.path === slashed)
}
