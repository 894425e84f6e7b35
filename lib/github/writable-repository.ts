import type { Octokit } from '@octokit/core'
import { isFailure } from '../domain/failure.ts'
import type { WritableRepository } from '../ports/publisher.ts'
import type { Ask, Place } from './ask.ts'
import { calling } from './github-errors.ts'
import { acting, isRefusedFor } from './publisher-errors.ts'
import { pullRequestsOf } from './publisher-pull-requests.ts'
import { toTreeEntries } from './publisher-tree.ts'
import { checkRunSchema, checkRunsSchema, gitCommitSchema, objectSchema, refSchema } from './publisher-wire.ts'
import { parse } from './wire.ts'

const author = { name: 'Jobwright', email: 'noreply@jobwright.invalid' }

/** The repository behind a token; every act looks first for what an earlier, unheard answer may have made. */
export function writableRepository(client: Octokit, place: Place): WritableRepository {
  const [owner, repo] = place.fullName.split('/')
  const ask: Ask = async (route, fields) => {
    const [method, path] = route.split(' ')
    const { data } = await acting(() =>
      calling(() => client.request(`${method} /repos/{owner}/{repo}${path}`, { owner, repo, ...fields })),
    )
    return data
  }
  return {
    fullName: place.fullName,
    ...gitObjects(ask),
    ...branches(ask),
    openPullRequest: pullRequestsOf(ask, place),
    reportCheck: async ({ commit, name, url, title, summary }) => {
      const known = parse(
        checkRunsSchema,
        await ask('GET /commits/{ref}/check-runs', { ref: commit, check_name: name, app_id: place.appId }),
      ).check_runs.find((run) => run.name === name && run.app?.id === place.appId && run.conclusion === 'success')
      if (known) return known.html_url
      const made = await ask('POST /check-runs', {
        name,
        head_sha: commit,
        details_url: url,
        status: 'completed',
        conclusion: 'success',
        output: { title, summary },
      })
      return parse(checkRunSchema, made).html_url
    },
  }
}

function gitObjects(ask: Ask): Pick<WritableRepository, 'writeTree' | 'writeCommit'> {
  return {
    writeTree: async (baseCommit, changes) => {
      const base = parse(gitCommitSchema, await ask('GET /git/commits/{sha}', { sha: baseCommit }))
      const tree = await toTreeEntries(ask, changes)
      return parse(objectSchema, await ask('POST /git/trees', { base_tree: base.tree.sha, tree })).sha
    },
    writeCommit: async ({ tree, parent, message, at }) => {
      const by = { ...author, date: at.toISOString() }
      const fields = { message, tree, parents: [parent], author: by, committer: by }
      return parse(objectSchema, await ask('POST /git/commits', fields)).sha
    },
  }
}

function branches(ask: Ask): Pick<WritableRepository, 'createBranch' | 'branchTree'> {
  const head = async (branch: string): Promise<string | undefined> => {
    try {
      return parse(refSchema, await ask('GET /git/ref/{ref}', { ref: `heads/${branch}` })).object.sha
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
  }
  return {
    createBranch: async (branch, commit) => {
      const known = await head(branch)
      if (known) return known
      try {
        const fields = { ref: `refs/heads/${branch}`, sha: commit }
        return parse(refSchema, await ask('POST /git/refs', fields)).object.sha
      } catch (error) {
        const made = isRefusedFor(error, /already exists/i) && (await head(branch))
        if (made) return made
        throw error
      }
    },
    branchTree: async (branch) => {
      const commit = await head(branch)
      if (!commit) return undefined
      const { tree } = parse(gitCommitSchema, await ask('GET /git/commits/{sha}', { sha: commit }))
      return { commit, tree: tree.sha }
    },
  }
}

function isGone(error: unknown): boolean {
  return isFailure(error) && (error.cause as { status?: number } | undefined)?.status === 404
}
