import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Database, inTransaction } from '#lib/data/database.ts'
import { sealEvents } from '#lib/data/events.ts'
import { closeBooks } from '#lib/usecases/books/close-books.ts'
import { reconcileChain } from '#lib/usecases/chain/reconcile-chain.ts'
import { write } from './agents.ts'
import { type Client, index } from './journey.ts'
import type { Service } from './service.ts'
import { until } from './until.ts'

type Act = (stage: Stage) => Promise<unknown>
/** What goes wrong, and how it is mended. */
type Play = { fault: Act; mend: Act }

export type Stage = {
  service: Service
  clara: Client
  /** An open job of the client. */
  jobId: string
  /** Stops and starts the second of the programs that are watched. */
  second: { stop: () => Promise<void>; start: () => Promise<void> }
}

const times = <T>(count: number, call: () => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, () => call()))
const nothing: Act = async () => undefined

/** Writes what the tables' own guards refuse. */
function force({ service }: Stage, statement: string): Promise<void> {
  return write(service, async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(statement)
  })
}

const held: Buffer[] = []
const programPlays: Record<string, Play> = {
  ProgramDown: { fault: ({ second }) => second.stop(), mend: ({ second }) => second.start() },
  EventLoopBlocked: {
    fault: async () => {
      for (let time = 0; time < 4; time += 1) {
        for (const until = performance.now() + 600; performance.now() < until; );
        await setImmediate()
      }
    },
    mend: nothing,
  },
  MemoryHigh: {
    fault: async () => held.push(Buffer.alloc(1.7e9, 1)),
    mend: async () => {
      held.length = 0
      setFlagsFromString('--expose-gc')
      const collect = runInNewContext('gc')
      const read = async () => {
        collect()
        return process.memoryUsage.rss()
      }
      // What is collected is given back by another thread.
      await until(read, (bytes) => bytes < 1.4e9)
    },
  },
  RateLimitsHit: {
    fault: ({ service }) => times(150, () => service.router(new Request(`${service.origin}/api/health/`))),
    mend: nothing,
  },
  ProviderFails: {
    fault: ({ service, clara }) => {
      service.wires.wallets.fate = () => 'cut'
      return times(10, () => clara.person.call('syncWallet'))
    },
    mend: ({ service, clara }) => {
      service.wires.wallets.mend()
      return times(20, () => clara.person.call('syncWallet'))
    },
  },
  NoHeartbeats: { fault: nothing, mend: nothing },
  FewVerifiers: {
    fault: (stage) => force(stage, `update runtime_heartbeats set at = at - interval '1 hour'`),
    mend: nothing,
  },
  SealsBehind: {
    fault: ({ service }) =>
      write(
        service,
        (tx) => tx`insert into events (id, actor_kind, actor_id, subject_type, subject_id, name, created_at)
          values (uuidv7(interval '-25 seconds'), 'system', 'test', 'test', 'test', 'test', now() - interval '25 seconds')`,
      ),
    mend: ({ service }) => inTransaction(service.services.db, (tx) => sealEvents(tx, 500)),
  },
}

const databasePlays: Record<string, Play> = {
  'SourceUnreadable, RequestsFail, RequestsSlow': {
    fault: ({ service, clara }) => {
      service.databaseLine.freeze()
      return times(10, () => clara.person.call('getMe'))
    },
    mend: async ({ service }) => service.databaseLine.thaw(),
  },
  DatabaseReadOnly: {
    fault: (stage) => alterDatabase(stage, 'set default_transaction_read_only = on'),
    mend: (stage) => alterDatabase(stage, 'reset default_transaction_read_only'),
  },
}

/** Changes the database's own settings, and closes every connection, so that each is opened again. */
async function alterDatabase({ service }: Stage, how: string): Promise<void> {
  const name = new URL(service.variables.DATABASE_URL ?? '').pathname.slice(1)
  await service.sql.unsafe(`alter database ${name} ${how}`)
  await service.databaseLine.cut()
  await service.databaseLine.mend()
  await Promise.all([service.services, service.context()].map(({ db }) => until(() => isReached(db), Boolean)))
}

const isReached = (db: Database) =>
  db.execute('select').then(
    () => true,
    () => false,
  )

const chainPlays: Record<string, Play> = {
  IndexerBehind: {
    fault: ({ service }) => service.node.mine({ blocks: 2, interval: 130 }),
    mend: ({ service }) => index(service),
  },
  IndexerReadsNothing: {
    fault: (stage) => force(stage, `update chain_cursor set read_at = now() - interval '25 seconds'`),
    mend: ({ service }) => index(service),
  },
  ChainHeadOld: {
    fault: async ({ service }) => {
      const old = `"timestamp":"0x${(Math.floor(Date.now() / 1_000) - 400).toString(16)}"`
      for (const wire of service.nodeWires)
        wire.rewrite = (_, text) => text.replaceAll(/"timestamp":"0x[0-9a-f]+"/g, old)
    },
    mend: (stage) => mendNodes(stage),
  },
  NodeAtFault: {
    fault: ({ service }) => {
      for (const wire of service.nodeWires.slice(2)) wire.fate = () => 'cut'
      return index(service)
    },
    mend: (stage) => mendNodes(stage),
  },
  BooksNotClosed: {
    fault: (stage) => force(stage, `update escrow_books set counted_at = now() - interval '11 minutes'`),
    mend: ({ service }) => closeBooks(service.context()),
  },
  RecordsDiffer: {
    fault: (stage) => compareAfter(stage, 'update jobs set held = held - 1'),
    mend: (stage) => compareAfter(stage, 'update jobs set held = held + 1'),
  },
  KeyLowOnMoney: { fault: (stage) => fillKey(stage, 1n), mend: (stage) => fillKey(stage, 10n ** 20n) },
}

async function mendNodes({ service }: Stage): Promise<void> {
  for (const wire of service.nodeWires) wire.mend()
  await until(
    () => index(service).then(() => service.context().chain.nodeProblems()),
    (problems) => problems.length === 0,
  )
}

async function compareAfter(stage: Stage, statement: string): Promise<void> {
  await force(stage, `${statement} where onchain_job_id = ${stage.jobId}`)
  await reconcileChain(stage.service.context())
}

async function fillKey({ service }: Stage, units: bigint): Promise<void> {
  const params = [service.context().operators.dispatcher.address, `0x${units.toString(16)}`]
  await service.node.request({ method: 'anvil_setBalance' as never, params: params as never })
}

/** Rows as the fault leaves them, and as its end does. */
const rowFaults: Record<string, { fault: string; mend: string }> = {
  NotReady: {
    fault: `update worker_reports set heard_at = heard_at - interval '1 day'`,
    mend: `update worker_reports set heard_at = heard_at + interval '1 day'`,
  },
  IndexerHalted: {
    fault: `update chain_cursor set halted_reason = 'a test'`,
    mend: `update chain_cursor set halted_reason = null`,
  },
  EscrowLacksMoney: {
    fault: 'update escrow_books set balance = balance - 5',
    mend: 'update escrow_books set balance = balance + 5',
  },
  KeyWaits: {
    fault: `insert into operator_calls
      (operator, purpose, subject, contract, action, calldata, calldata_hash, follow_up, waits_for, waiting_since)
      values ('registrar', 'register_owner', 'a test', '0x00', '{}', '0x00', '0x00', '{}', 'fee_ceiling', now() - interval '25 seconds')`,
    mend: `delete from operator_calls where subject = 'a test'`,
  },
  WithdrawalInDoubt: {
    fault: `insert into withdrawals (agent_id, user_id, amount, destination, state)
      select id, user_id, 1, '0x00', 'IN_DOUBT' from agents limit 1`,
    mend: 'delete from withdrawals',
  },
  TransactionStuck: {
    fault: `update transactions set state = 'SUBMITTED', ended_at = null, created_at = created_at - interval '31 minutes'
      where purpose = 'FUNDING'`,
    mend: `update transactions set state = 'CONFIRMED', ended_at = now(), created_at = created_at + interval '31 minutes'
      where purpose = 'FUNDING'`,
  },
  TransactionMismatched: {
    fault: `update transactions set state = 'MISMATCHED' where purpose = 'FUNDING'`,
    mend: `update transactions set state = 'CONFIRMED' where purpose = 'FUNDING'`,
  },
  PaymentsSlow: {
    fault: `insert into pool_figures (figures) values ('{"independence":{"payments":{"median":90,"p95":130}}}')
      on conflict ("only") do update set figures = excluded.figures`,
    mend: 'delete from pool_figures',
  },
  QueueStalled: {
    fault: `insert into pgboss.job (name, data, created_on, start_after)
      values ('advance-job', '{"onchainJobId":"a test"}', now() - interval '301 seconds', now() - interval '301 seconds')`,
    mend: `delete from pgboss.job where data->>'onchainJobId' = 'a test'`,
  },
  WebhooksWait: {
    fault: `insert into webhook_inbox (provider, delivery_id, event_type, body, body_sha256, received_at)
      values ('github', 'a test', 'ping', '{}', '', now() - interval '601 seconds')`,
    mend: `delete from webhook_inbox where delivery_id = 'a test'`,
  },
  OutboundWebhooksWait: {
    fault: `insert into webhook_endpoints (id, user_id, url, description, secret_sealed, after_sequence)
        select gen_random_uuid(), id, 'https://receiver.example', '', '', 0 from users limit 1;
      insert into webhook_deliveries (endpoint_id, user_id, event_id, next_attempt_at)
        select id, user_id, gen_random_uuid(), now() - interval '301 seconds' from webhook_endpoints`,
    mend: 'delete from webhook_deliveries; delete from webhook_endpoints',
  },
  MailsWait: {
    fault: `insert into mails (user_id, event_id, address, next_attempt_at, created_at)
      select id, gen_random_uuid(), 'a@example.test', now(), now() - interval '3901 seconds' from users limit 1`,
    mend: 'delete from mails',
  },
  MailServerFails: {
    fault: `insert into mails (user_id, event_id, address, batch_id, next_attempt_at, fault)
      select id, gen_random_uuid(), 'a@example.test', gen_random_uuid(), now() + interval '1 hour', 'UNREACHABLE'
      from users limit 1`,
    mend: 'delete from mails',
  },
  DeadLetters: {
    fault: `insert into webhook_inbox (provider, delivery_id, event_type, body, body_sha256, dead_at)
      values ('github', 'a test', 'ping', '{}', '', now())`,
    mend: `delete from webhook_inbox where delivery_id = 'a test'`,
  },
}

const rowPlays = Object.entries(rowFaults).map(([alarm, { fault, mend }]): [string, Play] => [
  alarm,
  { fault: (stage) => force(stage, fault), mend: (stage) => force(stage, mend) },
])

/** A fault for each alarm of Prometheus, by its name; one for several where they ring together. */
export const alarmPlays = new Map([
  ...Object.entries({ ...programPlays, ...databasePlays, ...chainPlays }),
  ...rowPlays,
])
