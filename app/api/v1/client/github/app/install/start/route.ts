import { installStart, startGithubInstallEndpoint } from '#lib/api/repositories.ts'
import { handle } from '#lib/http/handle.ts'
import { toWire } from '#lib/http/to-wire.ts'
import { startInstall } from '#lib/usecases/repositories/start-install.ts'

export const POST = handle(startGithubInstallEndpoint, async ({ ctx }) => toWire(installStart, await startInstall(ctx)))
