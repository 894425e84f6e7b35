import { sendHeartbeatEndpoint } from '#lib/api/runtime-heartbeat.ts'
import { handle } from '#lib/http/handle.ts'
import { toHeartbeatReply } from '#lib/http/replies/runtime-reply.ts'
import { toObjection, toRotation, toRunning } from '#lib/http/runtime-request.ts'
import { sendHeartbeat } from '#lib/usecases/runtime/send-heartbeat.ts'

export const POST = handle(sendHeartbeatEndpoint, async ({ ctx, body }) => {
  const { state, software, running, rotate, objections = [] } = body
  const { policy_version: policyVersion = 1, can_probe: probes = false, wants_rotation: wantsRotation = false } = body
  const said = { state, software, running: running.map(toRunning), objections: objections.map(toObjection) }
  const input = { ...said, policyVersion, probes, wantsRotation, ...toRotation(rotate) }
  return toHeartbeatReply(await sendHeartbeat(ctx, input))
})
