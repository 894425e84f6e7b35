import { formatEther } from 'viem'
import type { Context } from '#lib/usecases/context.ts'
import { readRoles } from '#lib/usecases/operations/read-roles.ts'
import { toTable } from '../table.ts'

const titles = ['key', 'address', 'holds', 'should hold', 'matches', 'native money', 'enough']

/** What each key of the service may do on chain, and what it should. */
export async function roleTable(ctx: Context, isJson: boolean): Promise<string> {
  const { block, rows } = await readRoles(ctx)
  if (isJson) return JSON.stringify({ block: block.number, rows }, toText, 2)
  const lines = rows.map(({ key, address, holds, expected, matches, balance, hasMoney }) => [
    key,
    address,
    holds.join(' ') || 'nothing',
    expected,
    matches ? 'yes' : 'no',
    formatEther(balance),
    hasMoney ? 'yes' : 'no',
  ])
  const wrong = rows.some(({ matches }) => !matches)
  const next = wrong
    ? ['The registry’s admin grants or revokes roles; or correct the key in the worker’s settings.']
    : []
  return [`At final block ${block.number}:`, toTable(titles, lines), ...next].join('\n')
}

const toText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
