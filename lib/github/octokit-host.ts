import { Octokit } from '@octokit/core'
import { OAuthApp } from '@octokit/oauth-app'
import { Failure } from '#lib/domain/failure.ts'
import type { CodeHost, UserGrant } from '#lib/ports/code-host.ts'
import { calling } from './github-errors.ts'
import { listIssues } from './issues.ts'
import { toHostIssue, toHostRepository, type WireIssue, type WireRepository } from './wire.ts'

export type GithubOptions = { apiUrl: string; webUrl: string; slug: string; clientId: string; clientSecret: string }

const timeoutMs = 10_000

/** GitHub, always with a person's own user token; the App's private key is not needed for any of it. */
export function createOctokitHost(options: GithubOptions): CodeHost {
  const Client = Octokit.defaults({ baseUrl: options.apiUrl, request: { fetch: boundedFetch } })
  const oauth = new OAuthApp({
    clientType: 'github-app',
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    Octokit: Client,
  })
  const as = (accessToken: string) => new Client({ auth: accessToken })
  return {
    installationUrl: (state) =>
      `${options.webUrl}/apps/${options.slug}/installations/new?${new URLSearchParams({ state })}`,
    exchangeCode: async (code) => toGrant((await calling(() => oauth.createToken({ code }))).authentication),
    refreshGrant: async (refreshToken) =>
      toGrant((await calling(() => oauth.refreshToken({ refreshToken }))).authentication),
    account: async (token) => {
      const { data } = await calling(() => as(token).request('GET /user'))
      return { id: Number(data.id), login: data.login }
    },
    installations: async (token) => {
      const pages = await allPages((page) =>
        calling(() => as(token).request('GET /user/installations', { per_page: 100, page })).then(
          (answer) => answer.data.installations,
        ),
      )
      return pages.map((installation) => ({
        id: installation.id,
        accountLogin: accountLogin(installation.account),
        accountType: installation.target_type,
        repositorySelection: installation.repository_selection,
        suspendedAt: installation.suspended_at ? new Date(installation.suspended_at) : null,
      }))
    },
    installationRepositories: async (token, installationId) => {
      const path = 'GET /user/installations/{installation_id}/repositories'
      const pages = await allPages((page) =>
        calling(() => as(token).request(path, { installation_id: installationId, per_page: 100, page })).then(
          (answer) => answer.data.repositories,
        ),
      )
      return pages.map((repository) => toHostRepository(repository as WireRepository))
    },
    repository: async (token, repositoryId) => {
      const { data } = await calling(() =>
        as(token).request('GET /repositories/{repository_id}', { repository_id: repositoryId }),
      )
      return toHostRepository(data as WireRepository)
    },
    issues: (token, fullName, query) => listIssues(as(token), fullName, query),
    issue: async (token, fullName, number) => {
      const { data } = await calling(() =>
        as(token).request(`GET /repos/${path(fullName)}/issues/{number}`, { number }),
      )
      return toHostIssue(data as WireIssue)
    },
    branchHead: async (token, fullName, branch) => {
      try {
        const { data } = await calling(() =>
          as(token).request(`GET /repos/${path(fullName)}/branches/{branch}`, { branch }),
        )
        return (data as { commit: { sha: string } }).commit.sha
      } catch (error) {
        if (error instanceof Failure && error.code === 'not_found') return undefined
        throw error
      }
    },
  }
}

function path(fullName: string): string {
  return fullName.split('/').map(encodeURIComponent).join('/')
}

function accountLogin(account: unknown): string {
  const named = account as { login?: string; slug?: string } | null
  return named?.login ?? named?.slug ?? 'unknown'
}

function toGrant(authentication: { token: string; refreshToken?: string; expiresAt?: string }): UserGrant {
  return {
    accessToken: authentication.token,
    refreshToken: authentication.refreshToken ?? null,
    expiresAt: authentication.expiresAt ? new Date(authentication.expiresAt) : null,
  }
}

async function allPages<T>(read: (page: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; page <= 10; page += 1) {
    const rows = await read(page)
    all.push(...rows)
    if (rows.length < 100) break
  }
  return all
}

const boundedFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
