import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGunzip } from 'node:zlib'
import { gitEnvironment, type Repository } from './repository.ts'

const settings = ['-c', 'uploadpack.allowAnySHA1InWant=true', '-c', 'uploadpack.allowFilter=true']
const lifetimeMs = 60_000

/** Where the repository is served, below the origin of the control plane. */
export const clonePath = '/conformance/repository.git'

/** Answers a clone or fetch over git's smart HTTP, by git itself; everything else is not found. */
export function serveRepository({ folder }: Repository, request: IncomingMessage, response: ServerResponse): void {
  const isAdvertisement = request.method === 'GET' && request.url === `${clonePath}/info/refs?service=git-upload-pack`
  const isFetch = request.method === 'POST' && request.url === `${clonePath}/git-upload-pack`
  if (!isAdvertisement && !isFetch) return void response.writeHead(404).end()
  const protocol = String(request.headers['git-protocol'] ?? '')
  const child = spawn(
    'git',
    [...settings, 'upload-pack', '--stateless-rpc', ...(isAdvertisement ? ['--advertise-refs'] : []), folder],
    { env: { ...gitEnvironment, GIT_PROTOCOL: protocol }, stdio: ['pipe', 'pipe', 'ignore'], timeout: lifetimeMs },
  )
  child.on('error', () => response.destroy())
  const kind = isAdvertisement ? 'advertisement' : 'result'
  response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${kind}`, 'cache-control': 'no-cache' })
  if (isAdvertisement && !protocol.includes('version=2')) response.write('001e# service=git-upload-pack\n0000')
  child.stdin.on('error', () => undefined)
  const body = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request
  body.pipe(child.stdin)
  child.stdout.pipe(response)
}
