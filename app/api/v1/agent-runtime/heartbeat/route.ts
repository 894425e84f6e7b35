import { sendHeartbeatEndpoint } from '#lib/api/runtime.ts'
import { handle } from '#lib/http/handle.ts'
import { toHeartbeatReply } from '#lib/http/replies/runtime-reply.ts'
import { toObjection, toRotation, toRunning } from '#lib/http/runtime-request.ts'
import { sendHeartbeat } from '#lib/usecases/runtime/send-heartbeat.ts'

export const POST = handle(sendHeartbeatEndpoint, async ({ ctx, body }) => {
  const { state, software, running, wants_rotation: wantsRotation = false, rotate, objections = [] } = body
  const said = { state, software, running: running.map(toRunning), objections: objections.map(toObjection) }
  const input = { ...said, wantsRotation, ...toRotation(rotate) }
  return toHeartbeatReply(await sendHeartbeat(ctx, input))
})
