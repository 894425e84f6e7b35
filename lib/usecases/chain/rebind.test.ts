import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import {
  type Address,
  approvedDraft,
  askToFund,
  balanceOf,
  type Client,
  fundedJob,
  index,
  mint,
  openIssue,
  readyClient,
} from '#test/journey.ts'
import { ageQueue, callState, countRegistrations, wantRegistration } from '#test/registrar-queue.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { callFromWallet } from '#test/wallet-app.ts'
import { chainStatus } from '#tools/admin/chain.ts'
import { jobEscrowAbi } from '../../chain/abi/job-escrow.ts'
import { formatAmount } from '../../domain/money.ts'
import type { Hash } from '../../ports/chain.ts'
import { closeBooks } from '../books/close-books.ts'
import { recordTransfers } from '../journal/record-transfers.ts'
import { runOperator } from '../operator/run-operator.ts'
import { lookForLost } from '../operator/send-lost.ts'
import { reconcileChain } from './reconcile-chain.ts'
import { reindex } from './reindex.ts'
import { resumeChain } from './resume-chain.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600 })
  clara = await readyClient(service)
})
afterAll(() => service.stop())

const request = (method: string, params: unknown[]) => service.node.request({ method, params } as never)
const from = () => BigInt(service.variables.ESCROW_DEPLOYMENT_BLOCK ?? 0)
const haltedReason = async () => (await service.sql`select halted_reason from chain_cursor`)[0]?.halted_reason
const eventsOf = async (id: string) =>
  service.sql`select name from events where subject_type = 'job' and subject_id = ${id} order by id`
const readState = async (id: string) => (await clara.person.call('getJob', { params: { onchain_job_id: id } })).state
const resume = () => resumeChain(service.context(), { because: 'the chain was rewritten' })

/** A job whose cancellation had effect here; gives the transaction. */
async function cancelledJob(): Promise<{ id: string; hash: Hash; block: bigint }> {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await index(service)
  const { escrow: address } = service.chain.addresses
  const call = { address, abi: jobEscrowAbi, functionName: 'cancel', args: [BigInt(id)] }
  const hash = await callFromWallet(service, clara.person, call)
  const { blockNumber } = await service.node.getTransactionReceipt({ hash })
  await service.node.mine({ blocks: 5 })
  await index(service)
  expect(await readState(id)).toBe('CANCELLED')
  return { id, hash, block: blockNumber }
}

async function indexUntilHalted(): Promise<void> {
  for (let step = 0; step < 3; step += 1) await index(service).catch(() => undefined)
  expect(await haltedReason()).toMatch(/had effect/)
}

test('a transaction that a rewrite beyond finality put into another block keeps its one effect, and the indexer goes on', async () => {
  const { id, hash, block } = await cancelledJob()
  const eventsBefore = await eventsOf(id)
  const raw = await request('eth_getRawTransactionByHash', [hash])
  const depth = Number((await service.node.getBlockNumber()) - block) + 1
  await request('anvil_reorg', [depth, [[raw, 3]]])
  const { blockNumber: moved } = await service.node.getTransactionReceipt({ hash })
  expect(moved).toBeGreaterThan(block)
  await indexUntilHalted()
  expect(await chainStatus(service.context())).toMatch(/differ.*admin -- reindex/s)
  await expect(resume()).rejects.toMatchObject({ code: 'state_conflict' })

  expect(await reindex(service.context(), { from: from() })).toMatchObject({
    rebound: 1,
    dropped: 0,
    jobs: [BigInt(id)],
  })
  await resume()
  await index(service)
  expect(await haltedReason()).toBeNull()
  const rows =
    await service.sql`select block_number::text from chain_logs where transaction_hash = ${hash} and applied_at is not null`
  expect(rows).toEqual([{ block_number: String(moved) }])
  expect(await service.sql`select 1 from chain_logs where applied_at is null`).toEqual([])
  expect(await readState(id)).toBe('CANCELLED')
  expect(await eventsOf(id)).toEqual(eventsBefore)
  expect(await reconcileChain(service.context())).toEqual([])
  expect(await reindex(service.context(), { from: from() })).toMatchObject({ added: 0, rebound: 0, jobs: [] })
})

test('the transfers of a rewritten block are recorded where they are now, once', async () => {
  const { id, hash, block } = await cancelledJob()
  const transfers = () =>
    service.sql`select block_number::text, amount::text from token_transfers where to_address = ${clara.wallet}
      and from_address = ${service.chain.addresses.escrow.toLowerCase()} order by block_number`
  expect(await recordTransfers(service.context())).toEqual([])
  const before = await transfers()
  const raw = await request('eth_getRawTransactionByHash', [hash])
  await request('anvil_reorg', [Number((await service.node.getBlockNumber()) - block) + 1, [[raw, 3]]])
  const { blockNumber: moved } = await service.node.getTransactionReceipt({ hash })
  await indexUntilHalted()
  await reindex(service.context(), { from: from() })
  await resume()
  await index(service)
  expect(await recordTransfers(service.context())).toEqual([])
  expect((await transfers()).map(({ amount }) => amount)).toEqual(before.map(({ amount }) => amount))
  expect((await transfers()).at(-1)?.block_number).toBe(String(moved))
  const held = String(await balanceOf(service, clara.wallet))
  const marks = await service.sql`select balance::text, (opening_balance + (
    select sum(case when to_address = address then amount else -amount end) from token_transfers
    where address in (to_address, from_address) and block_number > from_block))::text as explained
    from transfer_marks where address = ${clara.wallet}`
  expect([...marks]).toEqual([{ balance: held, explained: held }])
  expect(await readState(id)).toBe('CANCELLED')
})

test('a rewrite beyond finality that moves only transfers is followed, and each is recorded once, where it is now', async () => {
  await index(service)
  await recordTransfers(service.context())
  const before = await balanceOf(service, clara.wallet)
  const hashes = [await mint(service, clara.wallet, 5n), await mint(service, clara.wallet, 7n)]
  const [kept, lost] = hashes
  const { blockNumber } = await service.node.getTransactionReceipt({ hash: kept ?? '0x' })
  await service.node.mine({ blocks: 5 })
  await index(service)
  await recordTransfers(service.context())
  const raw = await request('eth_getRawTransactionByHash', [kept])
  await request('anvil_reorg', [Number((await service.node.getBlockNumber()) - blockNumber) + 1, [[raw, 3]]])
  await service.node.mine({ blocks: 2 })
  for (let step = 0; step < 3; step += 1) await index(service).catch(() => undefined)
  expect(await haltedReason()).toBeNull()
  expect(await recordTransfers(service.context())).toEqual([])
  const { blockNumber: moved } = await service.node.getTransactionReceipt({ hash: kept ?? '0x' })
  const rows = await service.sql`select transaction_hash, block_number::text from token_transfers
    where transaction_hash in ${service.sql([kept ?? '', lost ?? ''])}`
  expect([...rows]).toEqual([{ transaction_hash: kept, block_number: String(moved) }])
  expect(await balanceOf(service, clara.wallet)).toBe(before + 5n)
  const { record } = await clara.person.call('summarizeLedger')
  expect(record?.balance.amount).toBe(formatAmount(before + 5n))
})

test('the published books count a funding that a rewrite puts below the block that they were closed at', async () => {
  const { id } = await approvedDraft(clara, await openIssue(service))
  const challenge = await askToFund(clara.person, id)
  const at = await service.node.getBlockNumber()
  await service.node.mine({ blocks: 6 })
  await index(service)
  await closeBooks(service.context())
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  const { escrow: address } = service.chain.addresses
  const [{ transactionHash: hash } = { transactionHash: null }] = await until(
    () => service.node.getLogs({ address, fromBlock: at + 1n }),
    (logs) => logs.length > 0,
  )
  const raw = await request('eth_getRawTransactionByHash', [hash])
  await request('anvil_reorg', [Number((await service.node.getBlockNumber()) - at), [[raw, 1]]])
  await service.node.mine({ blocks: 8 })
  for (let step = 0; step < 3; step += 1) await index(service).catch(() => undefined)
  expect(await haltedReason()).toBeNull()
  expect(await closeBooks(service.context())).toBe(0n)
  const [books] = await service.sql`select created, (select count(*)::int from jobs) as jobs from escrow_books`
  expect(books?.created).toBe(books?.jobs)
})

/** Steps of the registrar's queue, with a block after each, until its calls are final. */
async function registered(...wallets: Address[]): Promise<void> {
  const states = async () => {
    await ageQueue(service)
    await runOperator(service.context(), 'registrar')
    await service.node.mine({ blocks: 1 })
    return Promise.all(wallets.map((wallet) => callState(service, wallet)))
  }
  await until(states, (seen) => seen.every((state) => state === 'CONFIRMED'))
}

/** The chain from this block on without any of its transactions but this one, in the fourth block. */
async function rewriteFrom(block: bigint, kept?: Hash): Promise<void> {
  const raw = kept && (await request('eth_getRawTransactionByHash', [kept]))
  await request('anvil_reorg', [Number((await service.node.getBlockNumber()) - block) + 1, raw ? [[raw, 3]] : []])
  await request('anvil_dropAllTransactions', [])
}

async function registrationOf(wallet: Address): Promise<{ hash: Hash; block: bigint }> {
  const [row] = await service.sql`select t.transaction_hash, t.block_number::text from operator_transactions t
    join operator_calls c on c.transaction_id = t.id where c.subject = ${wallet}`
  return { hash: row?.transaction_hash, block: BigInt(row?.block_number) }
}

test('a final call of ours that a rewrite takes away without a halt is sent again before the next one', async () => {
  const first = await wantRegistration(service.context())
  await registered(first)
  await index(service)
  const { hash, block } = await registrationOf(first)
  // As if it had left no event, like a call that was reverted.
  await write(service, async (tx) => {
    await tx`delete from chain_logs where transaction_hash = ${hash}`
  })
  await rewriteFrom(block)
  expect(await countRegistrations(service, first)).toBe(0)
  await service.node.mine({ blocks: 3 })
  for (let step = 0; step < 3; step += 1) await index(service).catch(() => undefined)
  expect(await haltedReason()).toBeNull()
  const next = await wantRegistration(service.context())
  await registered(next)
  expect(await Promise.all([first, next].map((wallet) => countRegistrations(service, wallet)))).toEqual([1, 1])
})

test('a final call of ours whose event is given up after a rewrite is sent again', async () => {
  const wallet = await wantRegistration(service.context())
  await registered(wallet)
  await index(service)
  const { hash, block } = await registrationOf(wallet)
  await rewriteFrom(block)
  await service.node.mine({ blocks: 8 })
  await indexUntilHalted()
  const named = new RegExp(`OwnerRegistered of block ${block}, transaction ${hash}, .*--drop ${hash}$`)
  await expect(reindex(service.context(), { from: from() })).rejects.toThrow(named)
  const given = { from: from(), drop: [hash], because: 'the chain was rewritten' }
  expect(await reindex(service.context(), given)).toMatchObject({ added: 0, dropped: 1 })
  await resume()
  await index(service)
  expect(await countRegistrations(service, wallet)).toBe(0)
  // The same bytes are sent once in a while.
  const sentAgain = async () => {
    await lookForLost(service.context(), 'registrar')
    await service.node.mine({ blocks: 1 })
    return countRegistrations(service, wallet)
  }
  expect(await until(sentAgain, (count) => count > 0)).toBe(1)
})

test('a funding that a rewrite moved is shown in the block where it is now', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await service.node.mine({ blocks: 5 })
  await index(service)
  const funding = async () => {
    const [row] = await service.sql`select transaction_hash, block_number::text, block_hash from transactions
      where purpose = 'FUNDING' and transaction_hash = (select transaction_hash from jobs where onchain_job_id = ${id})`
    return row
  }
  const before = await funding()
  await rewriteFrom(BigInt(before?.block_number), before?.transaction_hash)
  await service.node.mine({ blocks: 8 })
  await indexUntilHalted()
  await reindex(service.context(), { from: from() })
  await resume()
  const { blockNumber, blockHash } = await service.node.getTransactionReceipt({ hash: before?.transaction_hash })
  expect(await funding()).toMatchObject({ block_number: String(blockNumber), block_hash: blockHash })
  expect(blockHash).not.toBe(before?.block_hash)
})

test('an event that was believed and is nowhere on chain is given up only by name, and the figures are those of the chain', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await index(service)
  const forged: Hash = `0x${'f0'.repeat(32)}`
  const { number, hash } = await service.node.getBlock()
  await write(service, async (tx) => {
    await tx`insert into chain_logs (block_number, log_index, block_hash, transaction_hash, event_name, onchain_job_id, args, applied_at)
      values (${String(number)}, 900, ${hash}, ${forged}, 'JobCancelled', ${id}, '{"jobId": "0"}', now())`
  })
  const refused = reindex(service.context(), { from: from() })
  await expect(refused).rejects.toThrow(
    new RegExp(`JobCancelled of block ${number}, transaction ${forged}.*--drop ${forged}$`),
  )
  expect(await service.sql`select 1 from chain_logs where transaction_hash = ${forged}`).toHaveLength(1)

  const because = 'two providers gave the same false answer'
  const done = await reindex(service.context(), { from: from(), drop: [forged], because })
  expect(done).toMatchObject({ dropped: 1, rebound: 0 })
  expect(await service.sql`select 1 from chain_logs where transaction_hash = ${forged}`).toEqual([])
  expect(await readState(id)).toBe('OPEN')
  const [event] = await service.sql`select evidence from events where evidence ? 'dropped' order by id desc limit 1`
  expect(event?.evidence).toMatchObject({ because, dropped: [`JobCancelled of ${forged}`] })
})

test('the end of a job that the chain takes back is never dropped, and the halt remains', async () => {
  const { id, hash, block } = await cancelledJob()
  await request('anvil_reorg', [Number((await service.node.getBlockNumber()) - block) + 1, []])
  await indexUntilHalted()
  await expect(reindex(service.context(), { from: from() })).rejects.toThrow('nowhere on chain')
  await expect(reindex(service.context(), { from: from(), drop: [hash], because: 'test' })).rejects.toThrow(
    `Job ${id} ended here as CANCELLED, and is OPEN on chain`,
  )
  expect(await service.sql`select 1 from chain_logs where transaction_hash = ${hash}`).toHaveLength(1)
  await expect(resume()).rejects.toMatchObject({ code: 'state_conflict' })
  expect(await haltedReason()).toMatch(/had effect/)
})
