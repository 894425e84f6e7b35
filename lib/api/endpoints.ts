import * as auth from './auth.ts'
import * as dashboard from './dashboard.ts'
import * as drafts from './drafts.ts'
import type { Endpoint } from './endpoint.ts'
import * as jobs from './jobs.ts'
import type { OperationId } from './operations.ts'
import * as repositories from './repositories.ts'
import * as service from './service.ts'
import * as transactions from './transactions.ts'
import * as wallet from './wallet.ts'
import * as webhooks from './webhooks.ts'

/** Every operation by its id; an operation without an endpoint object does not compile. */
export const endpoints = {
  getHealth: service.getHealthEndpoint,
  getReadiness: service.getReadinessEndpoint,
  getSchema: service.getSchemaEndpoint,
  startSocialLogin: auth.startSocialLoginEndpoint,
  exchangeIdentity: auth.exchangeIdentityEndpoint,
  getMe: auth.getMeEndpoint,
  logout: auth.logoutEndpoint,
  becomeClient: auth.becomeClientEndpoint,
  becomeAgentOwner: auth.becomeAgentOwnerEndpoint,
  getWallet: wallet.getWalletEndpoint,
  initializeWallet: wallet.initializeWalletEndpoint,
  syncWallet: wallet.syncWalletEndpoint,
  getWalletBalance: wallet.getWalletBalanceEndpoint,
  listTransactions: transactions.listTransactionsEndpoint,
  getTransaction: transactions.getTransactionEndpoint,
  resolveTransaction: transactions.resolveTransactionEndpoint,
  getClientDashboard: dashboard.getClientDashboardEndpoint,
  getGithubStatus: repositories.getGithubStatusEndpoint,
  startGithubInstall: repositories.startGithubInstallEndpoint,
  completeGithubInstall: repositories.completeGithubInstallEndpoint,
  listRepositoryIssues: repositories.listRepositoryIssuesEndpoint,
  previewIssue: repositories.previewIssueEndpoint,
  listDrafts: drafts.listDraftsEndpoint,
  createDraft: drafts.createDraftEndpoint,
  getDraft: drafts.getDraftEndpoint,
  replaceDraft: drafts.replaceDraftEndpoint,
  updateDraft: drafts.updateDraftEndpoint,
  deleteDraft: drafts.deleteDraftEndpoint,
  reviewDraft: drafts.reviewDraftEndpoint,
  createApprovalChallenge: drafts.createApprovalChallengeEndpoint,
  createFundingChallenge: drafts.createFundingChallengeEndpoint,
  listJobs: jobs.listJobsEndpoint,
  getJob: jobs.getJobEndpoint,
  createActionChallenge: jobs.createActionChallengeEndpoint,
  receiveGithubWebhook: webhooks.receiveGithubWebhookEndpoint,
  receiveWalletWebhook: webhooks.receiveWalletWebhookEndpoint,
} satisfies { [Id in OperationId]: Endpoint<Id> }

export type Endpoints = typeof endpoints
