import { Octokit } from '@octokit/core'
import { OAuthApp } from '@octokit/oauth-app'
import { isFailure } from '../domain/failure.ts'
import type { CodeHost, HostRepository, UserGrant } from '../ports/code-host.ts'
import { fileAt } from './file-at.ts'
import { calling, oauthError } from './github-errors.ts'
import { createHostFetch } from './host-fetch.ts'
import { listIssues } from './issues.ts'
import {
  accountSchema,
  branchesSchema,
  branchSchema,
  installationsSchema,
  issueSchema,
  parse,
  repositoriesSchema,
  repositorySchema,
  toHostInstallation,
  toHostIssue,
  toHostRepository,
  toHostTree,
  treeSchema,
} from './wire.ts'

export type GithubOptions = { apiUrl: string; webUrl: string; slug: string; clientId: string; clientSecret: string }

type AsPerson = (accessToken: string) => Octokit

const perPage = 100
const pagesMax = 30

/** GitHub, always with a person's own user token; the App's private key is not needed for any of it. */
export function createOctokitHost(options: GithubOptions): CodeHost {
  const Client = Octokit.defaults({ baseUrl: options.apiUrl, request: { fetch: createHostFetch(options.apiUrl) } })
  const as: AsPerson = (accessToken) => new Client({ auth: accessToken })
  return {
    installationUrl: (state, challenge) => {
      const query = new URLSearchParams({ state, code_challenge: challenge, code_challenge_method: 'S256' })
      return `${options.webUrl}/apps/${options.slug}/installations/new?${query}`
    },
    ...grants(options, Client),
    ...installations(as),
    account: async (token) => {
      const { data } = await calling(() => as(token).request('GET /user'))
      return parse(accountSchema, data)
    },
    repositoryNamed: (token, fullName) =>
      orUndefined(async () => {
        const { data } = await calling(() => as(token).request(`GET /repos/${path(fullName)}`))
        return toHostRepository(parse(repositorySchema, data))
      }),
    issues: (token, fullName, query) => listIssues(as(token), fullName, query),
    issue: async (token, fullName, number) => {
      const { data } = await calling(() =>
        as(token).request(`GET /repos/${path(fullName)}/issues/{number}`, { number }),
      )
      return toHostIssue(parse(issueSchema, data))
    },
    branches: async (token, fullName) => {
      const { data } = await calling(() =>
        as(token).request(`GET /repos/${path(fullName)}/branches`, { per_page: perPage }),
      )
      const names = parse(branchesSchema, data).map(({ name }) => name)
      return { names, isComplete: names.length < perPage }
    },
    branchHead: (token, fullName, branch) =>
      orUndefined(async () => {
        const { data } = await calling(() =>
          as(token).request(`GET /repos/${path(fullName)}/branches/{branch}`, { branch }),
        )
        return parse(branchSchema, data).commit.sha
      }),
    tree: async (token, fullName, commit) => {
      const { data } = await calling(() =>
        as(token).request(`GET /repos/${path(fullName)}/git/trees/{commit}`, { commit, recursive: '1' }),
      )
      return toHostTree(parse(treeSchema, data))
    },
    fileAt: (token, fullName, place) => fileAt(as(token), path(fullName), place),
  }
}

function grants(options: GithubOptions, Client: typeof Octokit): Pick<CodeHost, 'exchangeCode' | 'refreshGrant'> {
  const { clientId, clientSecret } = options
  const oauthWith = (Octokit: typeof Client) =>
    new OAuthApp({ clientType: 'github-app', clientId, clientSecret, Octokit })
  return {
    exchangeCode: ({ code, verifier }) =>
      unlessRefused('bad_verification_code', async () => {
        const oauth = oauthWith(verifier === null ? Client : sendingVerifier(Client, verifier))
        return toGrant((await calling(() => oauth.createToken({ code }))).authentication)
      }),
    refreshGrant: (refreshToken) =>
      unlessRefused('bad_refresh_token', async () =>
        toGrant((await calling(() => oauthWith(Client).refreshToken({ refreshToken }))).authentication),
      ),
  }
}

/** The library knows no PKCE, so the verifier joins the fields of its request. */
function sendingVerifier(Client: typeof Octokit, verifier: string): typeof Octokit {
  return Client.plugin((octokit) => {
    octokit.hook.before('request', (request) => {
      request.code_verifier = verifier
    })
    return {}
  })
}

function installations(
  as: AsPerson,
): Pick<CodeHost, 'installations' | 'installationRepositories' | 'installationRepository'> {
  const repositoriesAt = async (token: string, installationId: number, page: number): Promise<HostRepository[]> => {
    const { data } = await calling(() =>
      as(token).request('GET /user/installations/{installation_id}/repositories', {
        installation_id: installationId,
        per_page: perPage,
        page,
      }),
    )
    return parse(repositoriesSchema, data).repositories.map(toHostRepository)
  }
  return {
    installations: (token) =>
      allPages(async (page) => {
        const { data } = await calling(() => as(token).request('GET /user/installations', { per_page: perPage, page }))
        return parse(installationsSchema, data).installations.map(toHostInstallation)
      }),
    installationRepositories: (token, installationId) =>
      allPages((page) => repositoriesAt(token, installationId, page)),
    installationRepository: async (token, installationId, repositoryId) => {
      for (let page = 1; page <= pagesMax; page += 1) {
        const rows = await repositoriesAt(token, installationId, page)
        const found = rows.find((repository) => repository.id === repositoryId)
        if (found || rows.length < perPage) return found
      }
      return undefined
    },
  }
}

function path(fullName: string): string {
  return fullName.split('/').map(encodeURIComponent).join('/')
}

function toGrant(authentication: { token: string; refreshToken?: string; expiresAt?: string }): UserGrant {
  return {
    accessToken: authentication.token,
    refreshToken: authentication.refreshToken ?? null,
    expiresAt: authentication.expiresAt ? new Date(authentication.expiresAt) : null,
  }
}

async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isFailure(error) && error.code === 'not_found') return undefined
    throw error
  }
}

async function unlessRefused<T>(code: string, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (oauthError(error) === code) return undefined
    throw error
  }
}

async function allPages<T>(read: (page: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; page <= pagesMax; page += 1) {
    const rows = await read(page)
    all.push(...rows)
    if (rows.length < perPage) break
  }
  return all
}
