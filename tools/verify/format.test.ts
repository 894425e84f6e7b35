import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AbiEvent } from 'viem'
import { expect, test } from 'vitest'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'

const document = readFileSync(join(import.meta.dirname, '../../docs/proof-format.md'), 'utf8')

test('the format’s document has every event about a job as the contract has it, so that a checker needs no code of ours', () => {
  const all: readonly AbiEvent[] = jobEscrowAbi.filter((item) => item.type === 'event')
  const events = all.filter(({ inputs }) => inputs.some(({ name }) => name === 'id'))
  const rows = events.map(({ name, inputs }) => {
    const cell = (isIndexed: boolean) =>
      inputs
        .filter(({ indexed }) => (indexed ?? false) === isIndexed)
        .map(({ type, name: argument }) => (type === 'tuple' ? '`terms`' : `\`${type} ${argument}\``))
        .join(', ')
    return `| \`${name}\` | ${cell(true)} | ${cell(false)} |`.replace('|  |', '| |')
  })
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter((row) => !document.includes(row))).toEqual([])
})
