import type { OperationId } from '../domain/operations.ts'
import * as account from './account.ts'
import * as agents from './agents.ts'
import * as apiTokens from './api-tokens.ts'
import * as auth from './auth.ts'
import * as changes from './changes.ts'
import * as dashboard from './dashboard.ts'
import * as discovery from './discovery.ts'
import * as feed from './discovery-feed.ts'
import * as draftDeletion from './draft-deletion.ts'
import * as draftFunding from './draft-funding.ts'
import * as draftList from './draft-list.ts'
import * as drafts from './drafts.ts'
import type { Endpoint } from './endpoint.ts'
import * as jobList from './job-list.ts'
import * as jobs from './jobs.ts'
import * as journal from './journal.ts'
import * as ledger from './ledger.ts'
import * as notificationSettings from './notification-settings.ts'
import * as notifications from './notifications.ts'
import * as overview from './overview.ts'
import * as payees from './payees.ts'
import * as proofs from './proofs.ts'
import * as publicWorkers from './public-workers.ts'
import * as publishing from './publishing.ts'
import * as qualification from './qualification.ts'
import * as repositories from './repositories.ts'
import * as runtime from './runtime.ts'
import * as runtimeHeartbeat from './runtime-heartbeat.ts'
import * as runtimeProbe from './runtime-probe.ts'
import * as savedSearches from './saved-searches.ts'
import * as service from './service.ts'
import * as transactions from './transactions.ts'
import * as transparency from './transparency.ts'
import * as verification from './verification.ts'
import * as verificationBundle from './verification-bundle.ts'
import * as verifiers from './verifiers.ts'
import * as wallet from './wallet.ts'
import * as webhookEndpoints from './webhook-endpoints.ts'
import * as webhooks from './webhooks.ts'
import * as withdrawals from './withdrawals.ts'

/** Every operation by its id; an operation without an endpoint object does not compile. */
export const endpoints = {
  getHealth: service.getHealthEndpoint,
  getReadiness: service.getReadinessEndpoint,
  getSchema: service.getSchemaEndpoint,
  startSocialLogin: auth.startSocialLoginEndpoint,
  exchangeIdentity: auth.exchangeIdentityEndpoint,
  getMe: auth.getMeEndpoint,
  logout: auth.logoutEndpoint,
  listSessions: auth.listSessionsEndpoint,
  revokeSession: auth.revokeSessionEndpoint,
  revokeOtherSessions: auth.revokeOtherSessionsEndpoint,
  exportAccount: account.exportAccountEndpoint,
  deleteAccount: account.deleteAccountEndpoint,
  listApiTokens: apiTokens.listApiTokensEndpoint,
  createApiToken: apiTokens.createApiTokenEndpoint,
  revokeApiToken: apiTokens.revokeApiTokenEndpoint,
  listNotifications: notifications.listNotificationsEndpoint,
  countUnreadNotifications: notifications.countUnreadNotificationsEndpoint,
  markNotificationsRead: notifications.markNotificationsReadEndpoint,
  listSavedSearches: savedSearches.listSavedSearchesEndpoint,
  saveSearch: savedSearches.saveSearchEndpoint,
  deleteSavedSearch: savedSearches.deleteSavedSearchEndpoint,
  getNotificationSettings: notificationSettings.getNotificationSettingsEndpoint,
  updateNotificationSettings: notificationSettings.updateNotificationSettingsEndpoint,
  setMailAddress: notificationSettings.setMailAddressEndpoint,
  removeMailAddress: notificationSettings.removeMailAddressEndpoint,
  confirmMailAddress: notificationSettings.confirmMailAddressEndpoint,
  listChanges: changes.listChangesEndpoint,
  listWebhookEndpoints: webhookEndpoints.listWebhookEndpointsEndpoint,
  createWebhookEndpoint: webhookEndpoints.createWebhookEndpointEndpoint,
  getWebhookEndpoint: webhookEndpoints.getWebhookEndpointEndpoint,
  updateWebhookEndpoint: webhookEndpoints.updateWebhookEndpointEndpoint,
  deleteWebhookEndpoint: webhookEndpoints.deleteWebhookEndpointEndpoint,
  rotateWebhookSecret: webhookEndpoints.rotateWebhookSecretEndpoint,
  testWebhookEndpoint: webhookEndpoints.testWebhookEndpointEndpoint,
  listWebhookDeliveries: webhookEndpoints.listWebhookDeliveriesEndpoint,
  retryWebhookDelivery: webhookEndpoints.retryWebhookDeliveryEndpoint,
  emailLogin: auth.emailLoginEndpoint,
  becomeClient: auth.becomeClientEndpoint,
  becomeAgentOwner: auth.becomeAgentOwnerEndpoint,
  getOverview: overview.getOverviewEndpoint,
  getJournal: journal.getJournalEndpoint,
  getWallet: wallet.getWalletEndpoint,
  initializeWallet: wallet.initializeWalletEndpoint,
  syncWallet: wallet.syncWalletEndpoint,
  getWalletBalance: wallet.getWalletBalanceEndpoint,
  askForTestMoney: wallet.askForTestMoneyEndpoint,
  listTransactions: transactions.listTransactionsEndpoint,
  getTransaction: transactions.getTransactionEndpoint,
  resolveTransaction: transactions.resolveTransactionEndpoint,
  listLedger: ledger.listLedgerEndpoint,
  summarizeLedger: ledger.summarizeLedgerEndpoint,
  exportLedger: ledger.exportLedgerEndpoint,
  getClientDashboard: dashboard.getClientDashboardEndpoint,
  getSpending: dashboard.getSpendingEndpoint,
  getGithubStatus: repositories.getGithubStatusEndpoint,
  startGithubInstall: repositories.startGithubInstallEndpoint,
  completeGithubInstall: repositories.completeGithubInstallEndpoint,
  refreshGithubInstallation: repositories.refreshGithubInstallationEndpoint,
  disconnectGithubInstallation: repositories.disconnectGithubInstallationEndpoint,
  listRepositoryIssues: repositories.listRepositoryIssuesEndpoint,
  listRepositoryBranches: repositories.listRepositoryBranchesEndpoint,
  previewIssue: repositories.previewIssueEndpoint,
  listDrafts: draftList.listDraftsEndpoint,
  createDraft: drafts.createDraftEndpoint,
  getDraft: drafts.getDraftEndpoint,
  replaceDraft: drafts.replaceDraftEndpoint,
  updateDraft: drafts.updateDraftEndpoint,
  deleteDraft: draftDeletion.deleteDraftEndpoint,
  restoreDraft: draftDeletion.restoreDraftEndpoint,
  duplicateDraft: drafts.duplicateDraftEndpoint,
  reviewDraft: drafts.reviewDraftEndpoint,
  createApprovalChallenge: draftFunding.createApprovalChallengeEndpoint,
  createFundingChallenge: draftFunding.createFundingChallengeEndpoint,
  listJobs: jobList.listJobsEndpoint,
  summarizeJobs: jobList.summarizeJobsEndpoint,
  exportJobs: jobList.exportJobsEndpoint,
  listJobTimeline: jobs.listJobTimelineEndpoint,
  getJob: jobs.getJobEndpoint,
  createActionChallenge: jobs.createActionChallengeEndpoint,
  retryExecution: jobs.retryExecutionEndpoint,
  getJobResult: jobs.getJobResultEndpoint,
  getResultBaseFile: jobs.getResultBaseFileEndpoint,
  getJobProof: proofs.getJobProofEndpoint,
  getVerificationBundle: verificationBundle.getVerificationBundleEndpoint,
  publishResult: publishing.publishResultEndpoint,
  listPublicIssues: discovery.listPublicIssuesEndpoint,
  listPublicFacets: discovery.listPublicFacetsEndpoint,
  getPublicIssueFeed: feed.getPublicIssueFeedEndpoint,
  getPublicIssue: discovery.getPublicIssueEndpoint,
  getPublicProof: proofs.getPublicProofEndpoint,
  getPublicVerificationBundle: verificationBundle.getPublicVerificationBundleEndpoint,
  getTransparency: transparency.getTransparencyEndpoint,
  getVerifierIndependence: verifiers.getVerifierIndependenceEndpoint,
  getPublicWorker: publicWorkers.getPublicWorkerEndpoint,
  listAgents: agents.listAgentsEndpoint,
  createAgent: agents.createAgentEndpoint,
  getAgent: agents.getAgentEndpoint,
  updateAgent: agents.updateAgentEndpoint,
  deleteAgent: agents.deleteAgentEndpoint,
  provisionAgent: agents.provisionAgentEndpoint,
  getRuntimeStatus: agents.getRuntimeStatusEndpoint,
  disconnectRuntime: agents.disconnectRuntimeEndpoint,
  createAgentWallet: agents.createAgentWalletEndpoint,
  getAgentWallet: withdrawals.getAgentWalletEndpoint,
  getAgentJobProof: proofs.getAgentJobProofEndpoint,
  getAgentPayee: payees.getAgentPayeeEndpoint,
  requestPayee: payees.requestPayeeEndpoint,
  cancelPayee: payees.cancelPayeeEndpoint,
  withdrawEarnings: withdrawals.withdrawEarningsEndpoint,
  listWithdrawals: withdrawals.listWithdrawalsEndpoint,
  sendHeartbeat: runtimeHeartbeat.sendHeartbeatEndpoint,
  getRuntimeConfiguration: runtime.getRuntimeConfigurationEndpoint,
  submitQualification: qualification.submitQualificationEndpoint,
  takeJobCredential: runtime.takeJobCredentialEndpoint,
  submitJobResult: runtime.submitJobResultEndpoint,
  takeVerificationCredential: verification.takeVerificationCredentialEndpoint,
  submitVerificationResult: verification.submitVerificationResultEndpoint,
  takeProbeCredential: runtimeProbe.takeProbeCredentialEndpoint,
  submitProbeResult: runtimeProbe.submitProbeResultEndpoint,
  receiveGithubWebhook: webhooks.receiveGithubWebhookEndpoint,
  receiveWalletWebhook: webhooks.receiveWalletWebhookEndpoint,
} satisfies { [Id in OperationId]: Endpoint<Id> }

export type Endpoints = typeof endpoints

/** Operations that some token allows. */
export type ScopedOperationId = {
  [Id in OperationId]: Endpoints[Id] extends { scope?: infer Scope }
    ? [Extract<Scope, string>] extends [never]
      ? never
      : Id
    : never
}[OperationId]
