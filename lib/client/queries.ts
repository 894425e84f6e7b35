import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { JobGroup, JobSort } from '../domain/job-list.ts'
import type { LedgerGroup } from '../domain/ledger.ts'
import { isLive } from '../domain/transaction.ts'
import { type CallInput, call, type ReplyOf } from './api.ts'
import type { Transaction } from './fund-steps.ts'
import { isMoving } from './is-moving.ts'
import { pollUnstreamed, pollWhile } from './polling.ts'
import { hasLive, pageSign, transactionSign } from './transaction-sign.ts'

type IssueFilter = Omit<NonNullable<CallInput<'listRepositoryIssues'>['query']>, 'cursor' | 'limit'>

type NotificationFilter = Omit<NonNullable<CallInput<'listNotifications'>['query']>, 'cursor' | 'limit'>

type DraftFilter = Omit<NonNullable<CallInput<'listDrafts'>['query']>, 'cursor' | 'limit'>

export type JobFilter = { group: JobGroup | null; q: string; sort: JobSort }

const allJobs: JobFilter = { group: null, q: '', sort: 'newest' }

type TransactionPage = ReplyOf<'listTransactions'>
type AgentReply = ReplyOf<'getAgent'>
type ListedAgent = ReplyOf<'listAgents'>['data'][number]

const pageSize = '25'

/** Every resource that pages read: its key and how it is fetched. */
export const queries = {
  wallet: () => queryOptions({ queryKey: ['wallet'], queryFn: ({ signal }) => call('getWallet', { signal }) }),

  dashboard: () =>
    queryOptions({
      queryKey: ['dashboard'],
      queryFn: ({ signal }) => call('getClientDashboard', { signal }),
      // What only the person can do does not change on its own.
      refetchInterval: pollWhile((dashboard: ReplyOf<'getClientDashboard'>) =>
        dashboard.pending_actions.some(({ code }) => code.startsWith('await_')),
      ),
    }),

  spending: () =>
    queryOptions({ queryKey: ['dashboard', 'spending'], queryFn: ({ signal }) => call('getSpending', { signal }) }),

  overview: () =>
    queryOptions({
      queryKey: ['overview'],
      queryFn: ({ signal }) => call('getOverview', { signal }),
      refetchInterval: pollWhile<ReplyOf<'getOverview'>>(() => true, JSON.stringify),
    }),

  sessions: () => queryOptions({ queryKey: ['sessions'], queryFn: ({ signal }) => call('listSessions', { signal }) }),

  apiTokens: () =>
    queryOptions({ queryKey: ['api-tokens'], queryFn: ({ signal }) => call('listApiTokens', { signal }) }),

  notifications: (filter: NotificationFilter) =>
    infiniteQueryOptions({
      queryKey: ['notifications', 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        call('listNotifications', {
          query: { ...filter, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: (page) => page.next_cursor,
      refetchInterval: pollUnstreamed,
    }),

  notificationSettings: () =>
    queryOptions({
      queryKey: ['notifications', 'settings'],
      queryFn: ({ signal }) => call('getNotificationSettings', { signal }),
    }),

  unreadNotifications: () =>
    queryOptions({
      queryKey: ['notifications', 'unread'],
      queryFn: ({ signal }) => call('countUnreadNotifications', { signal }),
      refetchInterval: pollWhile<ReplyOf<'countUnreadNotifications'>>(() => true),
    }),

  githubStatus: () =>
    queryOptions({
      queryKey: ['github'],
      queryFn: ({ signal }) => call('getGithubStatus', { signal }),
      refetchInterval: pollWhile((status: ReplyOf<'getGithubStatus'>) => status.installation_requested_at !== null),
    }),

  issues: (repositoryAccessId: string, filter: IssueFilter) =>
    infiniteQueryOptions({
      queryKey: ['github', repositoryAccessId, 'issues', filter],
      queryFn: ({ pageParam, signal }) =>
        call('listRepositoryIssues', {
          params: { repository_access_id: repositoryAccessId },
          query: { ...filter, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: (page) => page.next_cursor,
    }),

  issuePreview: (repositoryAccessId: string, number: number) =>
    queryOptions({
      queryKey: ['github', repositoryAccessId, 'preview', number],
      queryFn: ({ signal }) =>
        call('previewIssue', { body: { repository_access_id: repositoryAccessId, number }, signal }),
    }),

  drafts: (filter: DraftFilter = {}) =>
    infiniteQueryOptions({
      queryKey: ['drafts', filter],
      queryFn: ({ pageParam, signal }) =>
        call('listDrafts', { query: { ...filter, limit: pageSize, ...(pageParam && { cursor: pageParam }) }, signal }),
      initialPageParam: '',
      getNextPageParam: (page) => page.next_cursor,
      refetchInterval: pollUnstreamed,
    }),

  draft: (id: string) =>
    queryOptions({
      queryKey: ['draft', id],
      queryFn: ({ signal }) => call('getDraft', { params: { id }, signal }),
      refetchInterval: pollWhile(
        (draft: ReplyOf<'getDraft'>) =>
          draft.state === 'LOCKED' || draft.state === 'FUNDING' || draft.probe?.state === 'RUNNING',
      ),
    }),

  draftTransactions: (draft: string) =>
    queryOptions({
      queryKey: ['transactions', { draft }],
      queryFn: ({ signal }) => call('listTransactions', { query: { draft, limit: '50' }, signal }),
      refetchInterval: pollWhile<TransactionPage>(hasLive, pageSign),
    }),

  paymentTransactions: (purpose: 'JOB_CANCEL' | 'JOB_REFUND') =>
    queryOptions({
      queryKey: ['transactions', { purpose }],
      queryFn: ({ signal }) => call('listTransactions', { query: { purpose, limit: '50' }, signal }),
      refetchInterval: pollWhile<TransactionPage>(hasLive, pageSign),
    }),

  ledger: (group: LedgerGroup | null) =>
    infiniteQueryOptions({
      queryKey: ['transactions', 'ledger', { group }],
      queryFn: ({ pageParam, signal }) =>
        call('listLedger', {
          query: { ...(group && { group }), limit: pageSize, ...(pageParam && { cursor: pageParam }) },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: (page) => page.next_cursor,
      refetchInterval: pollWhile<InfiniteData<ReplyOf<'listLedger'>>>(() => true),
    }),

  ledgerSummary: () =>
    queryOptions({
      queryKey: ['transactions', 'summary'],
      queryFn: ({ signal }) => call('summarizeLedger', { signal }),
      refetchInterval: pollWhile<ReplyOf<'summarizeLedger'>>(
        () => true,
        ({ counts, money_in, money_out }) => JSON.stringify([counts, money_in, money_out]),
      ),
    }),

  /** Reading one transaction makes the service look at the provider and the chain. */
  transaction: (id: string) =>
    queryOptions({
      queryKey: ['transaction', id],
      queryFn: ({ signal }) => call('getTransaction', { params: { transaction_id: id }, signal }),
      refetchInterval: pollWhile((transaction: Transaction) => isLive(transaction.state), transactionSign, {
        moves: true,
      }),
    }),

  jobs: (filter: JobFilter = allJobs) =>
    infiniteQueryOptions({
      queryKey: ['jobs', filter],
      queryFn: ({ pageParam, signal }) =>
        call('listJobs', {
          query: { ...jobQuery(filter), sort: filter.sort, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: (page) => page.next_cursor,
      refetchInterval: pollUnstreamed,
    }),

  jobSummary: (filter: JobFilter) =>
    queryOptions({
      queryKey: ['jobs', 'summary', jobQuery(filter)],
      queryFn: ({ signal }) => call('summarizeJobs', { query: jobQuery(filter), signal }),
      refetchInterval: pollUnstreamed,
    }),

  job: (id: string) =>
    queryOptions({
      queryKey: ['job', id],
      queryFn: ({ signal }) => call('getJob', { params: { onchain_job_id: id }, signal }),
      refetchInterval: pollWhile(isMoving),
    }),

  jobResult: (id: string, phase: string) =>
    queryOptions({
      queryKey: ['job', id, 'result', phase],
      queryFn: ({ signal }) => call('getJobResult', { params: { onchain_job_id: id }, signal }),
    }),

  /** A file as it was before the result; it never changes. */
  resultBase: (id: string, path: string) =>
    queryOptions({
      queryKey: ['job', id, 'base', path],
      queryFn: ({ signal }) => call('getResultBaseFile', { params: { onchain_job_id: id }, query: { path }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  agents: () =>
    infiniteQueryOptions({
      queryKey: ['agents'],
      queryFn: ({ pageParam, signal }) =>
        call('listAgents', { query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) }, signal }),
      initialPageParam: '',
      getNextPageParam: (page) => page.next_cursor,
      refetchInterval: pollWhile<InfiniteData<ReplyOf<'listAgents'>>>(
        () => true,
        (list) => list.pages.flatMap((page) => page.data.map(agentSign)).join(),
      ),
    }),

  agent: (id: string) =>
    queryOptions({
      queryKey: ['agent', id],
      queryFn: ({ signal }) => call('getAgent', { params: { id }, signal }),
      refetchInterval: pollWhile<AgentReply>(() => true, agentSign),
    }),

  runtimeStatus: (id: string) =>
    queryOptions({
      queryKey: ['agent', id, 'runtime'],
      queryFn: ({ signal }) => call('getRuntimeStatus', { params: { id }, signal }),
      refetchInterval: pollWhile<ReplyOf<'getRuntimeStatus'>>(
        () => true,
        ({ state, reports, work }) => JSON.stringify([state, reports, work]),
      ),
    }),

  agentWallet: (id: string) =>
    queryOptions({
      queryKey: ['agent', id, 'wallet'],
      queryFn: ({ signal }) => call('getAgentWallet', { params: { id }, signal }),
      refetchInterval: pollWhile<ReplyOf<'getAgentWallet'>>(
        () => true,
        ({ balance, earned, owed, withdrawn }) => JSON.stringify([balance, earned, owed, withdrawn]),
      ),
    }),

  agentPayee: (id: string) =>
    queryOptions({
      queryKey: ['agent', id, 'payee'],
      queryFn: ({ signal }) => call('getAgentPayee', { params: { id }, signal }),
      refetchInterval: pollWhile(
        (payee: ReplyOf<'getAgentPayee'>) => payee.is_under_way || payee.waiting !== null,
        JSON.stringify,
      ),
    }),

  /** The same, for a list of many agents: read once and not followed, since every reading asks the chain. */
  agentSavings: (id: string) =>
    queryOptions({
      queryKey: ['agent', id, 'wallet'],
      queryFn: ({ signal }) => call('getAgentWallet', { params: { id }, signal }),
    }),

  withdrawals: (id: string) =>
    infiniteQueryOptions({
      queryKey: ['agent', id, 'withdrawals'],
      queryFn: ({ pageParam, signal }) =>
        call('listWithdrawals', {
          params: { id },
          query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: (page) => page.next_cursor,
      refetchInterval: pollWhile((list: InfiniteData<ReplyOf<'listWithdrawals'>>) =>
        list.pages.some((page) => page.data.some((withdrawal) => withdrawal.ended_at === null)),
      ),
    }),
}

function jobQuery({ group, q }: JobFilter) {
  return { ...(group && { group }), ...(q && { q }) }
}

/** Changes when something happened to an agent, not with each heartbeat of its runtime. */
function agentSign({ id, version, state, runtime, provisioning }: ListedAgent): string {
  return JSON.stringify([id, version, state, runtime.state, provisioning])
}
