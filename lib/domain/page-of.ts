import type { Action } from './action.ts'

const pages: readonly [RegExp, (match: RegExpExecArray) => string][] = [
  [/^\/api\/v1\/client\/job-drafts\/([\w-]+)\//, ([, id]) => `/client/drafts/${id}`],
  [/^\/api\/v1\/client\/job-drafts\/$/, () => '/client/drafts'],
  [/^\/api\/v1\/client\/jobs\/(\d+)\//, ([, id]) => `/client/jobs/${id}`],
  [/^\/api\/v1\/client\/jobs\/$/, () => '/client/jobs'],
  [/^\/api\/v1\/client\/transactions\//, () => '/client/transactions'],
  [/^\/api\/v1\/client\/github\//, () => '/client/repositories'],
  [/^\/api\/v1\/client\/wallet\//, () => '/client'],
  [/^\/api\/v1\/agents\/([\w-]+)\//, ([, id]) => `/agents/${id}`],
  [/^\/api\/v1\/agents\/$/, () => '/agents'],
  [/^\/api\/v1\/overview\/$/, () => '/overview'],
  [/^\/api\/v1\/auth\/sessions\//, () => '/settings'],
  [/^\/api\/v1\/webhook-endpoints\/([\w-]+)\//, ([, id]) => `/settings/webhooks/${id}`],
  [/^\/api\/v1\/notification-settings\//, () => '/settings/notifications'],
  [/^\/api\/v1\/webhook-endpoints\/$/, () => '/settings/webhooks'],
  [/^\/api\/v1\/api-tokens\//, () => '/settings/tokens'],
  [/^\/api\/v1\/notifications\//, () => '/notifications'],
  [/^\/api\/v1\/onboarding\//, () => '/onboarding'],
  [/^\/api\/v1\/public\/issues\/([\w.-]+:[\w.-]+:\d+)\/$/, ([, reference]) => `/issues/${reference}`],
  [/^\/sign-in$/, () => '/sign-in'],
]

/** The page on which a person does what the API suggests; undefined when there is none. */
export function pageOf({ href }: Pick<Action, 'href'>): string | undefined {
  for (const [pattern, toPage] of pages) {
    const match = pattern.exec(href ?? '')
    if (match) return toPage(match)
  }
  return undefined
}
