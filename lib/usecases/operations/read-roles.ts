import { listWorkerReports } from '../../data/worker-reports.ts'
import { Failure } from '../../domain/failure.ts'
import { type KeyRole, roleOfKey } from '../../domain/key-role.ts'
import type { OperatorName } from '../../domain/operator-call.ts'
import type { Address, Block } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

/** `hasMoney` is whether its worker found that the key can pay for its work; balances in the chain's smallest unit. */
export type RoleRow = {
  key: OperatorName
  address: Address
  holds: KeyRole[]
  expected: KeyRole
  matches: boolean
  balance: bigint
  hasMoney: boolean
}

/**
 * What each key that a worker of the last day reported may do on chain at the newest final block, beside what it should,
 * and its money. Refuses with `state_conflict` while no worker has reported its keys.
 */
export async function readRoles(ctx: Pick<Context, 'db' | 'chain'>): Promise<{ block: Block; rows: RoleRow[] }> {
  const reports = await listWorkerReports(ctx.db)
  const reported = reports.flatMap(({ report }) => report.keys ?? [])
  const keys = reported.filter((row, place) => reported.findIndex((other) => isSame(row, other)) === place)
  if (keys.length === 0)
    throw new Failure('state_conflict', 'No worker has reported its keys within a day; start one, or see its log.')
  const block = await ctx.chain.finalBlock()
  const rows = keys.map(async ({ key, address, hasMoney }): Promise<RoleRow> => {
    const { roles: holds, balance } = await ctx.chain.keyAt(address as Address, block.number)
    const expected = roleOfKey[key]
    const matches = holds.length === 1 && holds[0] === expected
    return { key, address: address as Address, holds, expected, matches, balance, hasMoney }
  })
  return { block, rows: await Promise.all(rows) }
}

type Named = { key: OperatorName; address: string }
const isSame = (one: Named, other: Named) => one.key === other.key && one.address === other.address
