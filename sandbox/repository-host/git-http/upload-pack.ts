import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { gitEnvironment } from '../git/run.ts'

const lifetimeMs = 120_000

// As at the real host: any commit of a repository can be fetched by its id, and blobs can be left out.
const settings = ['-c', 'uploadpack.allowAnySHA1InWant=true', '-c', 'uploadpack.allowFilter=true']

export type Fetch = {
  directory: string
  /** The client's Git-Protocol header, such as `version=2`. */
  protocol: string | undefined
  input: Uint8Array
}

/** What git says to a client that asks what there is. */
export async function advertise({ directory, protocol }: Omit<Fetch, 'input'>): Promise<ReadableStream<Uint8Array>> {
  const isVersion2 = protocol?.split(':').includes('version=2') ?? false
  const service = isVersion2 ? '' : '001e# service=git-upload-pack\n0000'
  return await run(['--advertise-refs', directory], { protocol, input: Buffer.alloc(0) }, service)
}

/** Git's answer to one request of a fetch, as it comes. */
export async function uploadPack({ directory, ...exchange }: Fetch): Promise<ReadableStream<Uint8Array>> {
  return await run([directory], exchange)
}

async function run(
  args: string[],
  { protocol, input }: Omit<Fetch, 'directory'>,
  first = '',
): Promise<ReadableStream<Uint8Array>> {
  const child = spawn('git', [...settings, 'upload-pack', '--stateless-rpc', ...args], {
    env: { ...gitEnvironment, ...(protocol && { GIT_PROTOCOL: protocol }) },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: lifetimeMs,
  })
  // A git that refuses early closes its input; what it says about it is in its output.
  child.stdin.on('error', () => undefined)
  await once(child, 'spawn')
  child.stdin.end(input)
  return toStream(concat(first, child.stdout), () => child.kill())
}

async function* concat(first: string, rest: Readable): AsyncGenerator<Uint8Array> {
  if (first) yield Buffer.from(first)
  for await (const chunk of rest) yield chunk
}

/** Read only as fast as the client takes it; `hangUp` runs when the client is gone before the end. */
function toStream(chunks: AsyncGenerator<Uint8Array>, hangUp: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: hangUp,
  })
}
