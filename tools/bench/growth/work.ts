import { listAgentFacts } from '#lib/data/agent-facts.ts'
import { listAgentsToContinue, listAgentsToRequalify, listAgentsToRevoke, listSteps } from '#lib/data/agents.ts'
import { listAssignmentsOfJob, listLiveAssignments } from '#lib/data/assignments.ts'
import {
  countCreations,
  findHighestApplied,
  hasUnappliedLogs,
  listDeferredPayments,
  listEffectiveBlocks,
  listJobLogs,
  listUnappliedLogs,
} from '#lib/data/chain-index.ts'
import { listNeedlessTokens, listTokenlessHolders } from '#lib/data/clone-tokens.ts'
import type { Transaction } from '#lib/data/database.ts'
import { drawEligibleVerifiers, listEligibleOwners, listVerifierStandings } from '#lib/data/dispatch.ts'
import { findLastFundedDraft, listDrafts } from '#lib/data/drafts.ts'
import { claimDueJobs } from '#lib/data/due-jobs.ts'
import { listRecentEvents, listSubjectEvents, sealEvents } from '#lib/data/events.ts'
import { readGivenBack } from '#lib/data/given-back.ts'
import { listJobs } from '#lib/data/job-list.ts'
import { listUnprovenJobs } from '#lib/data/job-proofs.ts'
import { findJobDetail } from '#lib/data/jobs.ts'
import { listLateEvents } from '#lib/data/late-events.ts'
import { listBalances, listMovements } from '#lib/data/ledger-movements.ts'
import { listUnmovedTransactions } from '#lib/data/ledger-transactions.ts'
import { holdsWork } from '#lib/data/live-work.ts'
import { listFits, listWaitingJobs } from '#lib/data/matching.ts'
import { listCallsFor, listIntents, listOpenCalls } from '#lib/data/operator-calls.ts'
import { listProbesToSweep } from '#lib/data/probes.ts'
import { listOpenPublications } from '#lib/data/publications.ts'
import { listUncheckedInstallations } from '#lib/data/repositories.ts'
import { findRuntimeIdentity, listExpiringToNotify } from '#lib/data/runtime-credentials.ts'
import { saveHeartbeat } from '#lib/data/runtime-heartbeats.ts'
import { listOpenSeats, listSeats } from '#lib/data/seats.ts'
import { listFreeVerifiers, listMissingVerifiers } from '#lib/data/shadow-seats.ts'
import { listDueTransactions } from '#lib/data/transactions.ts'
import { claimWakeups } from '#lib/data/wakeups.ts'
import { listForgottenDeliveries } from '#lib/data/webhook-inbox.ts'
import { listFailedWithTransaction, listStaleWithdrawals } from '#lib/data/withdrawals.ts'

type Work = (tx: Transaction) => Promise<unknown>

const idOf = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const addressOf = (n: number): `0x${string}` => `0x${n.toString(16).padStart(40, '0')}`

const turn = { after: '', limit: 50 }
const limits = { allowUnisolated: false, requalificationSeconds: 30 * 86_400, policyVersion: 1, seatsPerVerifier: 50 }

/** What the product asks its database most often, by whom. Numbers name rows that every seeded database has. */
export const hotWork: Record<string, Record<string, Work>> = {
  'each second': {
    'seal events': (tx) => sealEvents(tx, 500),
    'due jobs': (tx) => claimDueJobs(tx, 100),
    'woken agents': (tx) => claimWakeups(tx, 200),
    'unapplied logs': (tx) => listUnappliedLogs(tx, 10n ** 9n, 200),
    'calls to send': (tx) => listIntents(tx, 'dispatcher', 50),
    'transactions to follow': (tx) => listDueTransactions(tx, 50),
    'withdrawals to follow': (tx) => listStaleWithdrawals(tx, 1, 50),
    'agents to provision': (tx) => listAgentsToContinue(tx, 2, 50),
    'credentials near their end': (tx) => listExpiringToNotify(tx, 7 * 86_400),
    'jobs to prove': (tx) => listUnprovenJobs(tx, 50),
    'probes to move': (tx) => listProbesToSweep(tx, { takeSeconds: 40, ...turn }),
    'needless clone tokens': (tx) => listNeedlessTokens(tx, turn),
    'holders without a clone token': (tx) => listTokenlessHolders(tx, turn),
  },
  'each few seconds': {
    'agents to qualify again': (tx) => listAgentsToRequalify(tx, { seconds: limits.requalificationSeconds, ...turn }),
    'agents to revoke': (tx) => listAgentsToRevoke(tx, turn),
    'publications to continue': (tx) => listOpenPublications(tx, 20),
    'payments to collect': (tx) => listDeferredPayments(tx, turn),
    'deliveries to queue again': (tx) => listForgottenDeliveries(tx, 60, 200),
    'installations to read': (tx) => listUncheckedInstallations(tx, 840, 20),
    'jobs created, counted': (tx) => countCreations(tx, 10n ** 9n),
    'highest applied log': (tx) => findHighestApplied(tx),
    'newest blocks with effect': (tx) => listEffectiveBlocks(tx, 10),
    'open calls': (tx) => listOpenCalls(tx, 50),
  },
  'each minute': {
    'verifiers for shadow seats': (tx) => listFreeVerifiers(tx, { ...limits, everyDays: 1 }, 50),
    'verifiers that miss': (tx) => listMissingVerifiers(tx, { misses: 3, among: 10 }),
    'late events': (tx) => listLateEvents(tx, 50),
    'late transfers': (tx) => listFailedWithTransaction(tx, 50),
  },
  'each look at a job': {
    'workers for a job': (tx) => listFits(tx, [3n], { ...limits, most: 300, spare: 6 }),
    'workers for 50 jobs': (tx) =>
      listFits(
        tx,
        Array.from({ length: 50 }, (_, n) => BigInt(20 * Math.floor(n / 2) + 2 + (n % 2))),
        { ...limits, most: 300, spare: 6 },
      ),
    'jobs for 5 workers': (tx) =>
      listWaitingJobs(
        tx,
        Array.from({ length: 5 }, (_, n) => idOf(3 * n + 1)),
        { ...limits, perAgent: 5 },
      ),
    'owners of verifiers for a job': (tx) => listEligibleOwners(tx, { ...limits, excludedUserIds: [idOf(1)] }, 5),
    'verifiers for a probe': (tx) => drawEligibleVerifiers(tx, { ...limits, excludedUserIds: [idOf(1)] }),
    'standings in a draw': (tx) =>
      listVerifierStandings(
        tx,
        Array.from({ length: 200 }, (_, n) => addressOf(1_000_000_000 + n * 3)),
        limits,
      ),
    'how often it was given back': (tx) => readGivenBack(tx, 12n),
    'calls for a job': (tx) => listCallsFor(tx, 'SUBMISSION', '12/1'),
    'failed calls for a job': (tx) => listCallsFor(tx, 'RELEASE', '11/1/time'),
    'seats of an attempt': (tx) => listSeats(tx, 12n, 1),
    'unapplied logs of a job': (tx) => hasUnappliedLogs(tx, 12n),
  },
  'each heartbeat': {
    'credential of a runtime': (tx) => findRuntimeIdentity(tx, idOf(4)),
    'what a worker has to do': (tx) => listLiveAssignments(tx, idOf(4)),
    'what a verifier has to do': (tx) => listOpenSeats(tx, idOf(3)),
    'whether an agent holds work': (tx) => holdsWork(tx, idOf(4)),
    'note a heartbeat': (tx) =>
      saveHeartbeat(tx, {
        agentId: idOf(4),
        state: 'idle',
        software: 'seed/1',
        intervalMs: 7_200_000,
        policyVersion: 1,
        probes: false,
        running: [],
      }),
  },
  'each page': {
    'a client’s jobs': async (tx) => listJobs(tx, { userId: await clientOf(tx), sort: 'newest', limit: 50 }),
    'a wallet’s movements': async (tx) =>
      listMovements(tx, { wallet: (await walletOf(tx)).address, group: undefined, limit: 50 }),
    'balances of a wallet': async (tx) => {
      const { address } = await walletOf(tx)
      const mark = { address, fromBlock: 0n, openingBalance: 0n, throughBlock: 10n ** 9n, balance: 10n ** 18n }
      return listBalances(tx, mark, 1n)
    },
    'a client’s calls that moved nothing': async (tx) => {
      const { userId, address: wallet } = await walletOf(tx)
      return listUnmovedTransactions(tx, { userId, wallet }, { needAttention: false, limit: 50 })
    },
    'drafts by next step': async (tx) => listDrafts(tx, { userId: await clientOf(tx), sort: 'next_step', limit: 50 }),
    'the draft funded last': async (tx) => findLastFundedDraft(tx, await clientOf(tx)),
    'a job': async (tx) => findJobDetail(tx, await clientOf(tx), 12n),
    'assignments of a job': (tx) => listAssignmentsOfJob(tx, 12n),
    'events of a job': (tx) => listSubjectEvents(tx, { type: 'job', id: '12', limit: 100 }),
    'logs of a job': (tx) => listJobLogs(tx, 12n),
    'what happened to a person': async (tx) => listRecentEvents(tx, await clientOf(tx), 20),
    'an owner’s agents': (tx) => listAgentFacts(tx, { userId: idOf(4), limit: 50, soonSeconds: 86_400 }),
    'steps of 50 agents': (tx) =>
      listSteps(
        tx,
        Array.from({ length: 50 }, (_, n) => idOf(n)),
      ),
  },
}

async function walletOf(tx: Transaction): Promise<{ userId: string; address: `0x${string}` }> {
  const [row] = await tx.execute<{ user: string; address: `0x${string}` }>(
    'select w.user_id as user, w.address from wallets w join jobs j on j.user_id = w.user_id where onchain_job_id = 12',
  )
  if (!row) throw new Error('the client of that job has a wallet')
  return { userId: row.user, address: row.address }
}

async function clientOf(tx: Transaction): Promise<string> {
  const [row] = await tx.execute('select user_id as id from jobs where onchain_job_id = 12')
  return String(row?.id)
}
