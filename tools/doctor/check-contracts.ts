import { keccak256, type PublicClient } from 'viem'
import { erc20Abi } from '#lib/chain/abi/erc20.ts'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import type { ChainEnv } from '#lib/env.ts'
import { attempt } from './attempt.ts'
import { type Finding, lack, note, ok } from './finding.ts'

/** Code at each address, an escrow that holds this token and names this registry, and a token of six decimals. */
export async function checkContracts(client: PublicClient, env: ChainEnv): Promise<Finding[]> {
  const escrow = { address: env.ESCROW_ADDRESS, abi: jobEscrowAbi } as const
  const token = { address: env.TOKEN_ADDRESS, abi: erc20Abi } as const
  const [escrowCode, registryCode, tokenCode, held, named, decimals] = await Promise.all([
    attempt(async () => (await client.getCode({ address: escrow.address })) ?? 'none'),
    attempt(async () => (await client.getCode({ address: env.REGISTRY_ADDRESS })) ?? 'none'),
    attempt(async () => (await client.getCode({ address: token.address })) ?? 'none'),
    attempt(() => client.readContract({ ...escrow, functionName: 'token' })),
    attempt(() => client.readContract({ ...escrow, functionName: 'registry' })),
    attempt(() => client.readContract({ ...token, functionName: 'decimals' })),
  ])
  return [
    { target: 'escrow', ...escrowFinding(escrowCode, held?.toLowerCase(), env) },
    { target: 'registry', ...registryFinding(registryCode, named?.toLowerCase(), env) },
    { target: 'token', ...tokenFinding(tokenCode, decimals, env) },
  ]
}

type Code = `0x${string}` | 'none' | undefined

const check = 'code'
const unread = note(check, 'could not be read: the node refuses eth_getCode')

function escrowFinding(code: Code, held: string | undefined, env: ChainEnv) {
  const { ESCROW_ADDRESS, ESCROW_CODE_HASH, TOKEN_ADDRESS } = env
  const at = `at ESCROW_ADDRESS ${ESCROW_ADDRESS}`
  const advice = 'No job could be funded: set ESCROW_ADDRESS to the deployed escrow of this chain.'
  if (!code) return unread
  if (code === 'none') return lack(check, `there is no contract ${at}`, advice)
  if (!held) return lack(check, `the contract ${at} is not a job escrow: it names no token`, advice)
  const changed = otherCode(code, ESCROW_CODE_HASH, `the escrow ${at}`)
  if (changed) return changed
  if (held === TOKEN_ADDRESS) return ok(check, `${keccak256(code)}, holds the configured token`)
  const wrong = 'Payments would go wrong: correct TOKEN_ADDRESS, or ESCROW_ADDRESS if that is another escrow.'
  return lack(check, `the escrow ${at} holds the token ${held}, not TOKEN_ADDRESS ${TOKEN_ADDRESS}`, wrong)
}

function registryFinding(code: Code, named: string | undefined, { REGISTRY_ADDRESS, REGISTRY_CODE_HASH }: ChainEnv) {
  const at = `at REGISTRY_ADDRESS ${REGISTRY_ADDRESS}`
  const advice = 'No agent could be registered for this escrow: set REGISTRY_ADDRESS to the registry that it names.'
  if (!code) return unread
  if (code === 'none') return lack(check, `there is no contract ${at}`, advice)
  if (!named) return note(check, 'not compared: what is at ESCROW_ADDRESS names no registry')
  const changed = otherCode(code, REGISTRY_CODE_HASH, `the registry ${at}`)
  if (changed) return changed
  if (named === REGISTRY_ADDRESS) return ok(check, `${keccak256(code)}, named by the escrow`)
  return lack(check, `the escrow names the registry ${named}, not REGISTRY_ADDRESS ${REGISTRY_ADDRESS}`, advice)
}

function otherCode(code: `0x${string}`, recorded: `0x${string}` | undefined, what: string) {
  const found = keccak256(code)
  if (!recorded || found === recorded) return undefined
  const advice = 'The service refuses it: name the record that was written when these contracts were deployed.'
  return lack(check, `${what} has the code hash ${found}, and its record says ${recorded}`, advice)
}

function tokenFinding(code: Code, decimals: number | undefined, { TOKEN_ADDRESS }: ChainEnv) {
  const at = `at TOKEN_ADDRESS ${TOKEN_ADDRESS}`
  const advice = 'Payments would go wrong: set TOKEN_ADDRESS to the token that the escrow holds.'
  if (!code) return unread
  if (code === 'none') return lack(check, `there is no contract ${at}`, advice)
  if (decimals === 6) return ok(check, `${keccak256(code)}, 6 decimals`)
  return lack(check, `the contract ${at} has ${decimals ?? 'no'} decimals, a token of USDC has 6`, advice)
}
