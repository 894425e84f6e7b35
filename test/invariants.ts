import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Hex, parseAbi } from 'viem'
import { expect } from 'vitest'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import { countJobs, readJob } from './escrow.ts'
import { type Address, balanceOf } from './journey.ts'
import type { Service } from './service.ts'

const tokenAbi = parseAbi(['function totalSupply() view returns (uint256)'])

/** What must hold of the money at any time, whatever the providers, the chain or a browser did. */
export async function expectMoneyKept(service: Service): Promise<void> {
  await expectEscrowBacked(service)
  await expectNothingElsewhere(service)
  await expectOneJobPerDraft(service)
  await expectOneAttemptPerKey(service)
  await expectCanonicalLogs(service)
}

/** The escrow holds what its jobs hold and what it still owes, to the base unit. */
async function expectEscrowBacked(service: Service): Promise<void> {
  const { escrow } = service.chain.addresses
  let promised = 0n
  for (let id = 1n; id <= (await countJobs(service)); id += 1n) promised += (await readJob(service, id)).held
  for (const account of await accounts(service))
    promised += await service.node.readContract({
      address: escrow,
      abi: jobEscrowAbi,
      functionName: 'owed',
      args: [account],
    })
  expect(await balanceOf(service, escrow)).toBe(promised)
}

/** All tokens lie in the escrow or in wallets of the provider. */
async function expectNothingElsewhere(service: Service): Promise<void> {
  const { escrow, token } = service.chain.addresses
  let found = 0n
  for (const account of [escrow, ...(await accounts(service))]) found += await balanceOf(service, account)
  expect(found).toBe(await service.node.readContract({ address: token, abi: tokenAbi, functionName: 'totalSupply' }))
}

async function expectOneJobPerDraft(service: Service): Promise<void> {
  const twice = await service.sql`select draft_id from jobs where draft_id is not null group by 1 having count(*) > 1`
  expect(twice).toEqual([])
  const unfunded =
    await service.sql`select d.id from drafts d join jobs j on j.draft_id = d.id where d.state <> 'FUNDED'`
  expect(unfunded).toEqual([])
}

/** The provider made at most one challenge and one transaction for each of our transactions. */
async function expectOneAttemptPerKey(service: Service): Promise<void> {
  const ours = await service.sql`select id, idempotency_key, challenge_id from transactions`
  const made = atProvider(service, (db) => ({
    challenges: db.prepare("select json_extract(payload_json, '$.refId') as ref from challenge").all(),
    transactions: db.prepare('select ref_id as ref from wallet_transaction').all(),
    replies: db.prepare('select key, reply_json from idempotency').all(),
  }))
  for (const { id, idempotency_key, challenge_id } of ours) {
    expect(made.challenges.filter(({ ref }) => ref === id).length).toBeLessThanOrEqual(1)
    expect(made.transactions.filter(({ ref }) => ref === id).length).toBeLessThanOrEqual(1)
    const reply = made.replies.find(({ key }) => key === idempotency_key)
    if (reply && challenge_id) expect(JSON.parse(String(reply.reply_json))).toEqual({ challengeId: challenge_id })
  }
}

/** What counts as confirmed by the chain is on the canonical chain. */
async function expectCanonicalLogs(service: Service): Promise<void> {
  const confirmed = await service.sql`select transaction_hash, block_hash, log_index from transactions
    where state = 'CONFIRMED' and log_index is not null`
  for (const row of confirmed) {
    const receipt = await service.node.getTransactionReceipt({ hash: row.transaction_hash as Hex })
    expect(receipt.blockHash).toBe(row.block_hash)
    expect(receipt.logs.map(({ logIndex }) => logIndex)).toContain(row.log_index)
  }
}

async function accounts(service: Service): Promise<Address[]> {
  const listed = atProvider(service, (db) => db.prepare('select address from wallet').all())
  return listed.map(({ address }) => address as Address)
}

/** What the wallet provider's own books say. */
export function atProvider<T>(service: Service, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(service.folder, 'wallets', 'wallet-provider.sqlite'), { readOnly: true })
  try {
    return read(db)
  } finally {
    db.close()
  }
}
