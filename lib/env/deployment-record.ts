import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { SettingsProblem } from './settings-problem.ts'

type Variables = Readonly<Record<string, string | undefined>>

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
const contract = z.object({ address, code_hash: hash })

/** What `contracts/deploy.ts` writes of a deployment; members that are not named here are for people. */
const deploymentRecord = z.object({
  format: z.literal('jobwright/deployment'),
  version: z.literal(1),
  chain_id: z.int().min(1),
  genesis_hash: hash,
  block: z.int().min(0),
  escrow: contract,
  registry: contract,
  token: z.object({ address }),
})

/**
 * The settings with those of the record that `DEPLOYMENT_FILE` names, if there is one; or what is wrong with it. A setting
 * that says something else than the record is an error, so that there is one truth about a deployment.
 */
export function withDeployment(source: Variables): { variables: Variables; problems: SettingsProblem[] } {
  const name = 'DEPLOYMENT_FILE'
  const file = source[name]
  if (!file) return { variables: source, problems: [] }
  const parsed = deploymentRecord.safeParse(readJson(file))
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join('.')
    const fault = place ? `its ${place} is missing or has another form` : 'its file cannot be read, or is not JSON'
    return {
      variables: source,
      problems: [{ name, text: `Set ${name} to the path of a deployment’s record; ${fault}.` }],
    }
  }
  const recorded = settingsOf(parsed.data)
  const isOther = (key: string, value: string) => source[key] && source[key].toLowerCase() !== value.toLowerCase()
  const problems = Object.entries(recorded)
    .filter(([key, value]) => isOther(key, value))
    .map(([key, value]) => ({ name: key, text: `Remove ${key}: the record of the deployment says ${value}.` }))
  return { variables: { ...source, ...recorded }, problems }
}

function settingsOf({ chain_id, genesis_hash, block, escrow, registry, token }: z.output<typeof deploymentRecord>) {
  return {
    CHAIN_ID: String(chain_id),
    CHAIN_GENESIS_HASH: genesis_hash,
    ESCROW_ADDRESS: escrow.address,
    ESCROW_CODE_HASH: escrow.code_hash,
    ESCROW_DEPLOYMENT_BLOCK: String(block),
    REGISTRY_ADDRESS: registry.address,
    REGISTRY_CODE_HASH: registry.code_hash,
    TOKEN_ADDRESS: token.address,
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
