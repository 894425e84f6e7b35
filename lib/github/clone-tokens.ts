import { App } from '@octokit/app'
import { Octokit } from '@octokit/core'
import { isFailure } from '../domain/failure.ts'
import type { CloneTokens } from '../ports/clone-tokens.ts'
import type { AppPublisherOptions } from './app-publisher.ts'
import { calling } from './github-errors.ts'
import { createHostFetch } from './host-fetch.ts'
import { askingForAccess } from './publisher-errors.ts'
import { cloneTokenSchema } from './publisher-wire.ts'
import { parse } from './wire.ts'

/** Installation tokens for one repository's contents, to be read alone. */
export function createCloneTokens({ apiUrl, appId, privateKey }: AppPublisherOptions): CloneTokens {
  const Client = Octokit.defaults({ baseUrl: apiUrl, request: { fetch: createHostFetch(apiUrl) } })
  const { octokit: app } = new App({ appId, privateKey, Octokit: Client })
  return {
    mint: async ({ installationId, repositoryId }) => {
      const { data } = await askingForAccess(() =>
        calling(() =>
          app.request('POST /app/installations/{installation_id}/access_tokens', {
            installation_id: installationId,
            repository_ids: [repositoryId],
            permissions: { contents: 'read' },
          }),
        ),
      )
      const { token, expires_at } = parse(cloneTokenSchema, data)
      return { token, expiresAt: new Date(expires_at) }
    },
    revoke: async (token) => {
      const client = new Client({ auth: token })
      try {
        await calling(() => client.request('DELETE /installation/token'))
      } catch (error) {
        // The host no longer knows it.
        if (!isFailure(error) || error.code !== 'repository_not_connected') throw error
      }
    },
  }
}
