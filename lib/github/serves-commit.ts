import { Failure } from '../domain/failure.ts'
import { pingWithinMs } from '../domain/readiness.ts'
import type { ServesCommit } from '../ports/serves-commit.ts'

const bytesMax = 1024 * 1024

/** Reads the refs that git's HTTP protocol advertises, without a credential and without a clone. */
export const servesCommit: ServesCommit = async (cloneUrl, commit) => {
  try {
    const url = `${cloneUrl.replace(/\/$/, '')}/info/refs?service=git-upload-pack`
    const answer = await fetch(url, { signal: AbortSignal.timeout(pingWithinMs), redirect: 'error' })
    return answer.ok && (await readStart(answer)).includes(commit)
  } catch {
    return false
  }
}

async function readStart(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > bytesMax) break
  }
  return Buffer.concat(chunks).toString('latin1')
}

type Served = { serve: (cloneUrl: string, commit: string) => Promise<void> }

/** The same, whose calls `count` counts; a commit that is not served is a failed one. */
export function countingServed(count: (port: Served) => Served): ServesCommit {
  const counted = count({
    serve: async (cloneUrl, commit) => {
      if (await servesCommit(cloneUrl, commit)) return
      throw new Failure('repository_host_unavailable', 'The commit is not served.')
    },
  })
  return (cloneUrl, commit) =>
    counted.serve(cloneUrl, commit).then(
      () => true,
      () => false,
    )
}
