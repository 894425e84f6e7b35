import { spawn } from 'node:child_process'
import { glob, stat } from 'node:fs/promises'
import { join } from 'node:path'

const sources = ['app/**/*', 'lib/**/*.ts', 'public/**/*', 'middleware.ts', 'next.config.ts', 'package-lock.json']

type Building = { signal?: AbortSignal | undefined; onStart?: () => void }

/** Builds the pages unless the build is newer than every source. Resolves to whether it built. */
export async function buildPages(
  root: string,
  env: NodeJS.ProcessEnv,
  { signal, onStart }: Building = {},
): Promise<boolean> {
  const built = await stat(join(root, '.next/BUILD_ID')).then(
    (file) => file.mtimeMs,
    () => 0,
  )
  if (built > (await newestSource(root))) return false
  onStart?.()
  const child = spawn(process.execPath, [join(root, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: root,
    env: { ...env, NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  child.stderr.on('data', (text) => {
    output += text
  })
  const code = await new Promise((resolve) => {
    child.once('exit', resolve)
    child.once('error', resolve)
  })
  signal?.throwIfAborted()
  if (code !== 0) throw new Error(`the pages do not build\n${output}`)
  return true
}

async function newestSource(root: string): Promise<number> {
  let newest = 0
  for await (const file of glob(sources, { cwd: root }))
    newest = Math.max(newest, (await stat(join(root, file))).mtimeMs)
  return newest
}
