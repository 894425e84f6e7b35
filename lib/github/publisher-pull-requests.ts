import type { PullRequest, WritableRepository } from '../ports/publisher.ts'
import type { Ask, Place } from './ask.ts'
import { isRefusedFor } from './publisher-errors.ts'
import { pullSchema, pullsSchema } from './publisher-wire.ts'
import { parse } from './wire.ts'

/** Opens the pull request of a branch, or finds the one it has, even if it was closed since. */
export function pullRequestsOf(ask: Ask, place: Place): WritableRepository['openPullRequest'] {
  return async ({ branch, base, title, body }) => {
    const known = await find(ask, place, branch)
    if (known) return known
    const open = (draft: boolean) => ask('POST /pulls', { title, head: branch, base, body, draft })
    try {
      const made = await open(true).catch((error) => {
        // Private repositories of free plans have no drafts.
        if (isRefusedFor(error, /draft pull requests are not supported/i)) return open(false)
        throw error
      })
      return toPullRequest(parse(pullSchema, made))
    } catch (error) {
      const made = isRefusedFor(error, /already exists/i) && (await find(ask, place, branch))
      if (made) return made
      throw error
    }
  }
}

async function find(ask: Ask, place: Place, branch: string): Promise<PullRequest | undefined> {
  const [owner] = place.fullName.split('/')
  const pulls = parse(pullsSchema, await ask('GET /pulls', { head: `${owner}:${branch}`, state: 'all', per_page: 100 }))
  const own = pulls.find(({ head }) => head.ref === branch && head.repo?.id === place.repositoryId)
  return own && toPullRequest(own)
}

function toPullRequest(pull: { number: number; html_url: string }): PullRequest {
  return { number: pull.number, url: pull.html_url }
}
