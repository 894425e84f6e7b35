import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGunzip } from 'node:zlib'

export type GitServer = { url: string; authorizations: string[]; stop(): Promise<void> }

/** Serves one repository for reading over git's smart HTTP, by git itself; with a token to those who send it. */
export async function startGitServer(repository: string, token?: string): Promise<GitServer> {
  const authorizations: string[] = []
  const wanted = token && `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization ?? '')
    if (wanted && request.headers.authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return
    }
    serve(repository, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/repository.git`,
    authorizations,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function serve(repository: string, request: IncomingMessage, response: ServerResponse): void {
  const isAdvertisement = request.url?.includes('/info/refs?service=git-upload-pack') ?? false
  const kind = isAdvertisement ? 'advertisement' : 'result'
  const child = spawn(
    'git',
    ['upload-pack', '--stateless-rpc', ...(isAdvertisement ? ['--advertise-refs'] : []), repository],
    { env: { ...process.env, GIT_PROTOCOL: String(request.headers['git-protocol'] ?? '') } },
  )
  response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${kind}`, 'cache-control': 'no-cache' })
  if (isAdvertisement) response.write('001e# service=git-upload-pack\n0000')
  child.stdin.on('error', () => undefined)
  const body = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request
  body.pipe(child.stdin)
  child.stdout.pipe(response)
}
