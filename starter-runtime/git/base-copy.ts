import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultLimits } from '../isolation/isolation.ts'
import { pause } from '../transport/wait.ts'
import { GitError, git, TooLarge } from './run.ts'

const pausesMs = [500, 2_000]
/** In bytes; with the folder that it lies in, what no system can name would be longer. */
const pathMax = 2_000
/** Of a folder in which a command may run. */
const treeLimits = { filesMax: 200_000, bytesMax: defaultLimits.folderBytes }

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
  await requireFits(folder, repository.commit)
}

/** Refuses a tree before a file of it is written: a few bytes may stand for any number of files and bytes. */
export async function requireFits(
  gitDir: string,
  commit: string,
  { filesMax, bytesMax }: { filesMax: number; bytesMax: number } = treeLimits,
): Promise<void> {
  // Folders count as well, since a tree may hold nothing but folders.
  const listing = await git({ gitDir }, ['ls-tree', '-r', '-t', '-z', '--full-tree', commit])
  const times = new Map<string, number>()
  let files = 0
  for (let from = 0; from < listing.length; from = listing.indexOf(0, from) + 1) {
    files += 1
    if (files > filesMax) throw new TooLarge(`The repository has more than ${filesMax} files and folders.`)
    const tab = listing.indexOf('\t', from)
    if (listing.indexOf(0, tab) - tab > pathMax)
      throw new TooLarge(`The repository has a path of more than ${pathMax} bytes.`)
    const [, type, object = ''] = listing.toString('latin1', from, tab).split(' ')
    if (type === 'blob') times.set(object, (times.get(object) ?? 0) + 1)
  }
  const input = [...times.keys()].map((object) => `${object}\n`).join('')
  const sizes = await git({ gitDir }, ['cat-file', '--batch-check=%(objectsize)'], { input })
  const lines = sizes.toString('latin1').split('\n')
  const bytes = [...times.values()].reduce((sum, count, at) => sum + count * Number(lines[at]), 0)
  if (!(bytes <= bytesMax)) throw new TooLarge(`The repository’s files have more than ${bytesMax} bytes.`)
}

/** The same, tried again a few times before it is given up. */
export async function fetchBasePatiently(...parameters: Parameters<typeof fetchBase>): Promise<void> {
  const [, , { signal }] = parameters
  for (const pauseMs of pausesMs) {
    try {
      return await fetchBase(...parameters)
    } catch (error) {
      if (!(error instanceof GitError) || error instanceof TooLarge || signal.aborted) throw error
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
