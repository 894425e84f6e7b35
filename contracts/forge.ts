import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

type ForgeRun = { code: number; stdout: string; stderr: string }

type Place = { cwd?: string; env?: Record<string, string> }

/** Runs forge to its end, in this folder unless another copy of it is given. */
export async function runForge(args: string[], { cwd = import.meta.dirname, env }: Place = {}): Promise<ForgeRun> {
  const child = spawn(forgePath(), args, { cwd, env: { ...forgeEnvironment(), ...env }, stdio: 'pipe' })
  const run: ForgeRun = { code: 1, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    run.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    run.stderr += text
  })

  return await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...run, code: code ?? 1 }))
  })
}

/** The platform's own binary, which a signal reaches; the package's wrapper is a second process. */
function forgePath(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const binary = process.platform === 'win32' ? 'forge.exe' : 'forge'
  const name = `@foundry-rs/forge-${process.platform}-${architecture}`
  const wrapper = dirname(createRequire(import.meta.url).resolve('@foundry-rs/forge/package.json'))
  const candidates = [join(wrapper, '..', '..', name), join(wrapper, 'node_modules', name)]
  const found = candidates.map((folder) => join(folder, 'bin', binary)).find(existsSync)
  if (!found) throw new Error(`forge is not installed for this machine: ${name} is missing`)

  return found
}

/** The compiler shim starts with `env node`: it gets the Node that runs this program, whatever the machine has. */
function forgeEnvironment(): NodeJS.ProcessEnv {
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`
  return { ...process.env, PATH: path, FOUNDRY_DISABLE_NIGHTLY_WARNING: '1', NO_COLOR: '1' }
}
