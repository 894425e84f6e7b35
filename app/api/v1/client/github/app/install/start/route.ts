import { startGithubInstallEndpoint } from '#lib/api/repositories.ts'
import { handle } from '#lib/http/handle.ts'
import { startInstall } from '#lib/usecases/repositories/start-install.ts'

export const POST = handle(startGithubInstallEndpoint, async ({ ctx }) => {
  const { installationUrl, expiresAt } = await startInstall(ctx)
  return { installation_url: installationUrl, expires_at: expiresAt.toISOString() }
})
