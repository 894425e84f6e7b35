import type { Page } from 'playwright/test'
import type { LivedIn, Persona } from './lived-in.ts'

export type AppPage = {
  name: string
  persona: Persona
  path: string | ((seen: LivedIn) => string)
  /** What the service answers, where that is not 200; a page that is sent while it is made answers 200 whatever comes. */
  status?: 404
  /** Seen while the service cannot read its records. */
  isBroken?: true
  /** The heading, where the address alone does not lead to the page. */
  says?: string
  /** What a person does there before it looks like this. */
  open?: (page: Page) => Promise<void>
}

const nothingHere = 'There is nothing here'
const unknownId = '00000000-0000-7000-8000-000000000000'

/** Every page of the app, as a person sees it in a stack with data. */
export const pages: readonly AppPage[] = [
  { name: 'landing', persona: 'stranger', path: '/' },
  { name: 'issues', persona: 'stranger', path: '/issues' },
  { name: 'issues-filtered', persona: 'stranger', path: '/issues?label=bug&sort=updated' },
  { name: 'issues-none', persona: 'stranger', path: '/issues?label=bug&q=nowhere' },
  { name: 'issues-bad-search', persona: 'stranger', path: '/issues?funding=rich&label=bug' },
  { name: 'issue', persona: 'stranger', path: ({ issues }) => `/issues/${issues.unfunded}` },
  { name: 'issue-funded', persona: 'stranger', path: ({ issues }) => `/issues/${issues.funded}` },
  { name: 'issue-unknown', persona: 'stranger', path: '/issues/acme:slugify-lite:9999', status: 404 },
  { name: 'receipt', persona: 'stranger', path: ({ jobs }) => `/jobs/${jobs.settled}` },
  { name: 'receipt-running', persona: 'stranger', path: ({ jobs }) => `/jobs/${jobs.open}` },
  { name: 'receipt-unknown', persona: 'stranger', path: '/jobs/999999', status: 404 },
  { name: 'verifiers', persona: 'stranger', path: '/verifiers' },
  { name: 'worker', persona: 'stranger', path: ({ worker }) => `/workers/${worker}` },
  { name: 'worker-unknown', persona: 'stranger', path: `/workers/0x${'0'.repeat(40)}`, status: 404 },
  { name: 'transparency', persona: 'stranger', path: '/transparency' },
  { name: 'sign-in', persona: 'stranger', path: '/sign-in' },
  { name: 'help-search', persona: 'stranger', path: '/docs?q=refund' },
  { name: 'help-chapter', persona: 'stranger', path: '/docs/checks' },
  { name: 'help-programs', persona: 'stranger', path: '/docs/programs' },
  { name: 'api-docs', persona: 'stranger', path: '/api/docs/' },
  { name: 'api-docs-operation', persona: 'stranger', path: '/api/docs/operations/updateDraft/' },
  { name: 'unknown', persona: 'stranger', path: '/nowhere', status: 404 },

  { name: 'overview', persona: 'client', path: '/client' },
  { name: 'repositories', persona: 'client', path: '/client/repositories' },
  { name: 'repository', persona: 'client', path: ({ repositoryId }) => `/client/repositories/${repositoryId}` },
  {
    name: 'repository-issue',
    persona: 'client',
    path: ({ repositoryId }) => `/client/repositories/${repositoryId}`,
    open: async (page) => {
      await page.getByRole('listitem').filter({ hasText: 'opened' }).first().getByRole('button').click()
      await page.getByRole('dialog').getByText('Content hash').waitFor()
    },
  },
  { name: 'drafts', persona: 'client', path: '/client/drafts' },
  { name: 'drafts-funded', persona: 'client', path: '/client/drafts?group=funded' },
  { name: 'draft', persona: 'client', path: ({ drafts }) => `/client/drafts/${drafts.fresh}` },
  { name: 'draft-blocked', persona: 'client', path: ({ drafts }) => `/client/drafts/${drafts.blocked}` },
  { name: 'draft-ready', persona: 'client', path: ({ drafts }) => `/client/drafts/${drafts.ready}` },
  { name: 'draft-funded', persona: 'client', path: ({ drafts }) => `/client/drafts/${drafts.funded}` },
  { name: 'draft-unknown', persona: 'client', path: `/client/drafts/${unknownId}`, says: nothingHere },
  { name: 'jobs', persona: 'client', path: '/client/jobs' },
  { name: 'job-open', persona: 'client', path: ({ jobs }) => `/client/jobs/${jobs.open}` },
  { name: 'job-settled', persona: 'client', path: ({ jobs }) => `/client/jobs/${jobs.settled}` },
  { name: 'job-verification', persona: 'client', path: ({ jobs }) => `/client/jobs/${jobs.settled}?tab=verification` },
  { name: 'job-money', persona: 'client', path: ({ jobs }) => `/client/jobs/${jobs.settled}?tab=money` },
  { name: 'job-proof', persona: 'client', path: ({ jobs }) => `/client/jobs/${jobs.settled}?tab=proof` },
  { name: 'transactions', persona: 'client', path: '/client/transactions' },
  {
    name: 'transactions-open',
    persona: 'client',
    path: '/client/transactions?group=out',
    open: async (page) => {
      await page.getByRole('button', { name: 'Details: Funding' }).first().click()
      await page.getByText('Idempotency key').waitFor()
    },
  },
  { name: 'settings', persona: 'client', path: '/settings' },
  { name: 'notification-settings', persona: 'client', path: '/settings/notifications' },
  { name: 'webhooks', persona: 'client', path: '/settings/webhooks' },
  {
    name: 'webhook',
    persona: 'client',
    path: ({ webhookEndpointId }) => `/settings/webhooks/${webhookEndpointId}`,
    open: async (page) => {
      await page.getByText('Retrying').first().waitFor()
      await page.getByRole('button', { name: 'Details: webhook_endpoint.tested' }).first().click()
      await page.getByText('Request body').waitFor()
    },
  },
  { name: 'tokens', persona: 'client', path: '/settings/tokens' },
  { name: 'notifications', persona: 'client', path: '/notifications' },
  { name: 'saved-searches', persona: 'client', path: '/saved-searches' },
  { name: 'save-search', persona: 'client', path: '/saved-searches/new?label=bug&funding=open' },
  { name: 'onboarding', persona: 'client', path: '/onboarding' },
  { name: 'workspace-unknown', persona: 'client', path: '/client/nowhere', status: 404, says: nothingHere },
  {
    name: 'crash',
    persona: 'client',
    path: ({ drafts }) => `/client/drafts/${drafts.fresh}`,
    isBroken: true,
    says: 'We couldn’t show this page',
  },

  { name: 'agents', persona: 'agent_owner', path: '/agents' },
  { name: 'agent', persona: 'agent_owner', path: ({ agents }) => `/agents/${agents.active}` },
  { name: 'agent-unpaired', persona: 'agent_owner', path: ({ agents }) => `/agents/${agents.unpaired}` },
  { name: 'agent-new', persona: 'agent_owner', path: '/agents/new' },
  { name: 'agent-unknown', persona: 'agent_owner', path: `/agents/${unknownId}`, says: nothingHere },

  { name: 'home', persona: 'both', path: '/overview' },
  { name: 'empty-overview', persona: 'both', path: '/client' },
  { name: 'empty-repositories', persona: 'both', path: '/client/repositories' },
  { name: 'empty-drafts', persona: 'both', path: '/client/drafts' },
  { name: 'empty-jobs', persona: 'both', path: '/client/jobs' },
  { name: 'empty-transactions', persona: 'both', path: '/client/transactions' },
  { name: 'empty-agents', persona: 'both', path: '/agents' },
  { name: 'empty-saved-searches', persona: 'both', path: '/saved-searches' },
  { name: 'empty-webhooks', persona: 'both', path: '/settings/webhooks' },
  { name: 'empty-tokens', persona: 'both', path: '/settings/tokens' },
  { name: 'connect-refused', persona: 'both', path: '/connect/github' },
  {
    name: 'menu',
    persona: 'both',
    path: '/agents',
    open: async (page) => {
      const menu = page.getByRole('button', { name: 'Open the menu' })
      if (await menu.isVisible()) await menu.click()
    },
  },
]

/** Where a page is in this stack. */
export function addressOf({ path }: AppPage, seen: LivedIn): string {
  return typeof path === 'string' ? path : path(seen)
}
