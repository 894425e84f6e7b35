import type { Octokit } from '@octokit/core'
import { Failure, isFailure } from '../domain/failure.ts'
import type { HostFile } from '../ports/code-host.ts'
import { calling } from './github-errors.ts'
import { contentSchema, parse } from './wire.ts'

/** One file of a repository at a commit, at most a megabyte of it; the host hands out no more in one answer. */
export async function fileAt(
  client: Octokit,
  repository: string,
  { commit, path }: { commit: string; path: string },
): Promise<HostFile | undefined> {
  const place = `/repos/${repository}/contents/${path.split('/').map(encodeURIComponent).join('/')}`
  try {
    const { data } = await calling(() => client.request(`GET ${place}`, { ref: commit }))
    return toFile(data)
  } catch (error) {
    if (!isMissing(error)) throw error
    await requireCommit(client, repository, commit)
    return undefined
  }
}

function toFile(data: unknown): HostFile {
  const found = parse(contentSchema, data)
  if (found?.type !== 'file') return { kind: 'other' }
  const { size, encoding, content = '' } = found
  return { kind: 'file', bytes: size, content: encoding === 'base64' ? content.replaceAll(/\s/g, '') : null }
}

/** The host says the same of a path that was not there yet and of a commit that is gone. */
async function requireCommit(client: Octokit, repository: string, commit: string): Promise<void> {
  try {
    await calling(() => client.request(`GET /repos/${repository}/git/commits/{commit}`, { commit }))
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new Failure('repository_host_refused', 'The repository no longer has the commit that the job is based on.')
  }
}

function isMissing(error: unknown): boolean {
  return isFailure(error) && error.code === 'not_found'
}
