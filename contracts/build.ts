import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { renderAbis } from './abi.ts'
import { artifact, type ContractName } from './artifacts.ts'
import { runForge } from './forge.ts'

const codeLimit = 24_576
const contracts: ContractName[] = [
  'AgentRegistry',
  'JobEscrow',
  'JobActions',
  'AdminTimelock',
  'TestStablecoin',
  'SmartAccount',
  'SmartAccountFactory',
]
const stampPath = join(import.meta.dirname, 'out', '.built-from')

/** Compiles what changed since the last build and writes the ABI files; at once when nothing did. */
export async function buildContracts(): Promise<void> {
  await compile()
  for (const { file, text } of renderAbis()) {
    if (readIfThere(file) === text) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** The committed ABI files that are not what the sources compile to. */
export async function driftedAbis(): Promise<string[]> {
  await compile()
  return renderAbis()
    .filter(({ file, text }) => readIfThere(file) !== text)
    .map(({ file }) => file)
}

async function compile(): Promise<void> {
  const fingerprint = sourceFingerprint()
  if (readIfThere(stampPath) === fingerprint) return

  const { code, stdout, stderr } = await runForge(['build', 'src'])
  if (code !== 0) throw new Error(`forge build failed:\n${stdout}${stderr}`)
  const tooBig = contracts.filter((name) => artifact(name).deployedSize > codeLimit)
  if (tooBig.length > 0) throw new Error(`over the ${codeLimit} byte code limit: ${tooBig.join(', ')}`)
  writeFileSync(stampPath, fingerprint)
}

/** Contents, not times: a checkout sets times as it likes. */
function sourceFingerprint(): string {
  const root = import.meta.dirname
  const packages = ['@openzeppelin/contracts', 'solc'].map((name) => join('..', 'node_modules', name, 'package.json'))
  const files = [...globSync('src/**/*.sol', { cwd: root }).sort(), 'foundry.toml', 'solc.mjs', ...packages]
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')

  return hash.digest('hex')
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function printSizes(): void {
  for (const name of contracts) {
    const size = artifact(name).deployedSize
    console.log(`${name.padEnd(20)} ${String(size).padStart(6)} bytes, ${codeLimit - size} below the limit`)
  }
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const drifted = await driftedAbis()
    for (const file of drifted)
      console.error(`${file} is not what the contracts compile to: run node contracts/build.ts`)
    process.exitCode = drifted.length > 0 ? 1 : 0
  } else {
    await buildContracts()
    printSizes()
  }
}
