import { getHealthEndpoint } from '#lib/api/service.ts'
import { handle } from '#lib/http/handle.ts'

export const GET = handle(getHealthEndpoint, async () => ({ status: 'ok' as const, service: 'jobwright' as const }))
