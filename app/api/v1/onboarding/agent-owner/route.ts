import { becomeAgentOwnerEndpoint } from '#lib/api/auth.ts'
import { handle } from '#lib/http/handle.ts'
import { addCapability } from '#lib/usecases/onboarding/add-capability.ts'

export const POST = handle(becomeAgentOwnerEndpoint, ({ ctx }) => addCapability(ctx, { capability: 'agent_owner' }))
