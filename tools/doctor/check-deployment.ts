import type { ChainEnv } from '#lib/env.ts'
import { attempt } from './attempt.ts'
import type { NodeToCheck } from './check-node.ts'
import { type Finding, lack, note, ok } from './finding.ts'

type HasCode = (blockNumber: bigint) => Promise<boolean | undefined>
type Reads = { hasCode: HasCode; hasEvents: (from: bigint, to: bigint) => Promise<boolean | undefined> }

const check = 'deployment block'
/** Blocks in which events are looked for where no state is kept. */
const searchedBlocks = 2_000n

/** Whether the escrow's events are read from its first block on: the node with the oldest state decides. */
export async function checkDeployment(nodes: readonly NodeToCheck[], env: ChainEnv): Promise<Finding> {
  const findings: Finding[] = []
  for (const { client } of nodes) {
    const latest = await attempt(() => client.getBlockNumber({ cacheTime: 0 }))
    if (latest === undefined) continue
    const hasCode: HasCode = async (blockNumber) => {
      const code = await attempt(async () => (await client.getCode({ address: env.ESCROW_ADDRESS, blockNumber })) ?? '')
      return code === undefined ? undefined : code !== ''
    }
    const hasEvents = (fromBlock: bigint, toBlock: bigint) =>
      attempt(async () => (await client.getLogs({ address: env.ESCROW_ADDRESS, fromBlock, toBlock })).length > 0)
    const configured = BigInt(env.ESCROW_DEPLOYMENT_BLOCK)
    const finding = { target: 'escrow', ...(await compare(configured, latest, { hasCode, hasEvents })) }
    if (finding.standing !== 'note') return finding
    findings.push(finding)
  }
  return findings[0] ?? { target: 'escrow', ...note(check, 'could not be checked: no node answers') }
}

async function compare(configured: bigint, latest: bigint, { hasCode, hasEvents }: Reads) {
  if (configured > latest)
    return lack(
      check,
      `ESCROW_DEPLOYMENT_BLOCK is ${configured}, which is not mined yet: the newest is ${latest}`,
      'No event would be read: set it to the block of the escrow’s deployment.',
    )
  if ((await hasCode(configured)) === false) {
    const first = await firstBlockWithCode(latest, hasCode)
    if ((await hasCode(first - 1n)) === false)
      return ok(check, `its code begins at block ${first}, so the blocks from ${configured} on are read for nothing`)
  }
  if (configured === 0n) return ok(check, 'every block is read')
  const isEarlier = await hasCode(configured - 1n)
  if (isEarlier === undefined) return compareEvents(configured, hasEvents)
  if (!isEarlier) return ok(check, `no code before block ${configured}`)
  const first = await firstBlockWithCode(configured - 1n, hasCode)
  const isExact = first === 0n || (await hasCode(first - 1n)) === false
  return lack(
    check,
    `ESCROW_DEPLOYMENT_BLOCK is ${configured}, but the escrow has code ${isExact ? 'from' : 'already in'} block ${first}`,
    `Earlier events would never be read: set it to ${isExact ? first : `the block of its deployment, before ${first}`}.`,
  )
}

/** Without the state of earlier blocks, the events just before the configured one say as much as can be known. */
async function compareEvents(configured: bigint, hasEvents: Reads['hasEvents']) {
  const from = configured > searchedBlocks ? configured - searchedBlocks : 0n
  const found = await hasEvents(from, configured - 1n)
  if (found)
    return lack(
      check,
      `ESCROW_DEPLOYMENT_BLOCK is ${configured}, but the escrow has events before it`,
      'They would never be read: set it to the block of the escrow’s deployment.',
    )
  if (found === false && from === 0n) return ok(check, `no event before block ${configured}`)
  const events = found === false ? `no event in the ${searchedBlocks} blocks before it; ` : ''
  return note(check, `could not be checked: ${events}no state is kept of block ${configured - 1n}`)
}

/** The first block with code, or the oldest that the node still has the state of. */
async function firstBlockWithCode(known: bigint, hasCode: HasCode): Promise<bigint> {
  let [low, high] = [0n, known]
  while (low < high) {
    const middle = (low + high) / 2n
    if (await hasCode(middle)) high = middle
    else low = middle + 1n
  }
  return high
}
