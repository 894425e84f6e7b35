import { becomeClientEndpoint } from '#lib/api/auth.ts'
import { handle } from '#lib/http/handle.ts'
import { addCapability } from '#lib/usecases/onboarding/add-capability.ts'

export const POST = handle(becomeClientEndpoint, ({ ctx }) => addCapability(ctx, { capability: 'client' }))
