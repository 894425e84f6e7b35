import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pause } from '../transport/wait.ts'
import { GitError, git } from './run.ts'

const pausesMs = [500, 2_000]

export type Repository = { cloneUrl: string; token: string | null; commit: string }

/** Fetches one commit of a repository, without its history, into a folder of our own. A token is kept nowhere. */
export async function fetchBase(
  folder: string,
  repository: Repository,
  options: { protocols: string; signal: AbortSignal },
): Promise<void> {
  if (repository.cloneUrl.startsWith('-')) throw new GitError('The clone address is not one.')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const place = { gitDir: folder }
  await git(place, ['init', '--quiet', '--bare', '--template=', folder])
  await mkdir(join(folder, 'info'), { recursive: true })
  // Overrides every attribute file of the tree: bytes are taken and given as they are.
  await writeFile(join(folder, 'info', 'attributes'), '* -text -eol -filter -ident -working-tree-encoding\n')
  await git(
    place,
    ['fetch', '--quiet', '--depth=1', '--no-tags', '--end-of-options', repository.cloneUrl, repository.commit],
    {
      settings: { ...onlyProtocols(options.protocols), ...authorization(repository) },
      signal: options.signal,
    },
  )
  await git(place, ['cat-file', '-e', `${repository.commit}^{tree}`])
}

/** The same, tried again a few times before it is given up. */
export async function fetchBasePatiently(...parameters: Parameters<typeof fetchBase>): Promise<void> {
  const [, , { signal }] = parameters
  for (const pauseMs of pausesMs) {
    try {
      return await fetchBase(...parameters)
    } catch (error) {
      if (!(error instanceof GitError) || signal.aborted) throw error
      await pause(pauseMs, signal)
    }
  }
  return fetchBase(...parameters)
}

/** `https:http` and the like: everything else is refused, above all programs named by an address. */
function onlyProtocols(protocols: string): Record<string, string> {
  const allowed = protocols.split(':').map((name) => [`protocol.${name}.allow`, 'always'])
  return { 'protocol.allow': 'never', ...Object.fromEntries(allowed) }
}

/** Git would send the header to the target of a redirect, so none is followed with a token. */
function authorization({ token }: Repository): Record<string, string> {
  if (token === null) return {}
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  return { 'http.extraHeader': `Authorization: Basic ${basic}`, 'http.followRedirects': 'false' }
}
