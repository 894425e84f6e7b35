import { keccak256, type PublicClient, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import { readFuelAt } from '#lib/chain/fuel.ts'
import { gasNeeded, gasOfLargestCall, nativeText } from '#lib/domain/key-fuel.ts'
import { type OperatorName, operatorNames } from '#lib/domain/operator-call.ts'
import type { ChainEnv } from '#lib/env.ts'
import type { Fuel } from '#lib/ports/operator.ts'
import { attempt } from './attempt.ts'
import { type Finding, lack, note, ok } from './finding.ts'

/** Role and money of each key, where the environment is the worker's and holds it. */
export async function checkOperators(
  client: PublicClient,
  env: ChainEnv,
  variables: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  const findings = operatorNames.map(async (name) => {
    const key = variables[`${name.toUpperCase()}_PRIVATE_KEY`]
    if (!key) return [{ target: name, ...note('key', 'not checked: it is in the environment of the worker alone') }]
    const account = privateKeyToAddress(key as `0x${string}`)
    const functionName = name === 'dispatcher' ? 'DISPATCHER_ROLE' : 'REGISTRAR_ROLE'
    const role = keccak256(toHex(name.toUpperCase()))
    // The escrow answers for its registry, whose roles count there too.
    const contract = { address: env.ESCROW_ADDRESS, abi: jobEscrowAbi } as const
    const hasRole = await attempt(() =>
      client.readContract({ ...contract, functionName: 'hasRole', args: [role, account] }),
    )
    const ceiling = BigInt(variables.OPERATOR_FEE_CEILING_GWEI ?? 1_000) * 10n ** 9n
    const fuel = await attempt(() => readFuelAt(client, account, ceiling))
    const target = `${name} ${account}`
    const code = await attempt(async () => (await client.getCode({ address: account })) ?? 'none')
    return [
      { target, ...accountFinding(code) },
      {
        target,
        ...(hasRole
          ? ok('role', functionName)
          : lack(
              'role',
              `no ${functionName}`,
              'The contract refuses its calls: let its admin grant the role, or correct the key.',
            )),
      },
      { target, ...moneyFinding(name, fuel) },
    ]
  })
  return (await Promise.all(findings)).flat()
}

/** What the key needs before it has a job, at the price of now. */
function moneyFinding(name: OperatorName, fuel: Fuel | undefined) {
  if (!fuel) return note('money', 'could not be read: the node refuses its balance or the price of gas')
  const { balance, price } = fuel
  const missing = gasNeeded(name, { openJobs: 0n, openCalls: 0n }) * price - balance
  const detail = `enough for ${balance / (gasOfLargestCall * price)} of the largest calls`
  if (missing <= 0n) return ok('money', detail)
  return lack('money', detail, `Calls will wait: send at least ${nativeText(missing)} of native money to its address.`)
}

/** A key signs for an account without code: code there could spend its money and use its nonces. */
function accountFinding(code: `0x${string}` | 'none' | undefined) {
  const check = 'account'
  if (code === undefined) return note(check, 'could not be read: the node refuses eth_getCode')
  if (code === 'none') return ok(check, 'no code at its address')
  const [, delegate] = /^0xef0100([0-9a-f]{40})$/i.exec(code) ?? []
  const detail = delegate ? `delegated to 0x${delegate} by EIP-7702` : 'a contract has this address'
  return lack(
    check,
    detail,
    'Others may spend its money and use its nonces: make a new key, and give it role and money.',
  )
}
