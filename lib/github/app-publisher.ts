import { App } from '@octokit/app'
import { Octokit } from '@octokit/core'
import type { Publisher } from '../ports/publisher.ts'
import { calling, unreadable } from './github-errors.ts'
import { createHostFetch } from './host-fetch.ts'
import { askingForAccess } from './publisher-errors.ts'
import { tokenSchema } from './publisher-wire.ts'
import { parse } from './wire.ts'
import { writableRepository } from './writable-repository.ts'

export type AppPublisherOptions = { apiUrl: string; appId: string; privateKey: string }

/** No more than publishing needs; `workflows` is never asked for. */
const permissions = { contents: 'write', pull_requests: 'write', checks: 'write' } as const

/** The App's own hand in a repository, with a token for that one alone which ends with the work. */
export function createAppPublisher({ apiUrl, appId, privateKey }: AppPublisherOptions): Publisher {
  const Client = Octokit.defaults({ baseUrl: apiUrl, request: { fetch: createHostFetch(apiUrl) } })
  const { octokit: app } = new App({ appId, privateKey, Octokit: Client })
  return {
    publishIn: async ({ installationId, repositoryId }, work) => {
      const { token, fullName } = await mintToken(app, installationId, repositoryId)
      const client = new Client({ auth: token })
      try {
        return await work(writableRepository(client, { appId: Number(appId), repositoryId, fullName }))
      } finally {
        await revoke(client)
      }
    },
  }
}

type Token = { token: string; fullName: string }

async function mintToken(app: Octokit, installationId: number, repositoryId: number): Promise<Token> {
  const { data } = await askingForAccess(() =>
    calling(() =>
      app.request('POST /app/installations/{installation_id}/access_tokens', {
        installation_id: installationId,
        repository_ids: [repositoryId],
        permissions,
      }),
    ),
  )
  const { token, repositories } = parse(tokenSchema, data)
  const [repository] = repositories
  if (repository?.id !== repositoryId) throw unreadable(new Error('the token is not for the repository'))
  return { token, fullName: repository.full_name }
}

/** A token that could not be given back expires within the hour. */
async function revoke(client: Octokit): Promise<void> {
  const giveBack = () => client.request('DELETE /installation/token')
  await giveBack()
    .catch(giveBack)
    .catch(() => undefined)
}
