import type { Step } from './step.ts'

/** The page of each part of the API; the first that fits wins. What stands for the braces is taken over. */
const pages: readonly (readonly [path: string, page: string])[] = [
  ['/api/v1/client/job-drafts/{id}/', '/client/drafts/{id}'],
  ['/api/v1/client/job-drafts/', '/client/drafts'],
  ['/api/v1/client/jobs/{id}/', '/client/jobs/{id}'],
  ['/api/v1/client/jobs/', '/client/jobs'],
  ['/api/v1/client/transactions/', '/client/transactions'],
  ['/api/v1/client/github/', '/client/repositories'],
  ['/api/v1/client/wallet/', '/client'],
  ['/api/v1/agents/{id}/', '/agents/{id}'],
  ['/api/v1/agents/', '/agents'],
  ['/api/v1/overview/', '/overview'],
  ['/api/v1/auth/sessions/', '/settings'],
  ['/api/v1/auth/account/', '/settings'],
  ['/api/v1/webhook-endpoints/{id}/', '/settings/webhooks/{id}'],
  ['/api/v1/webhook-endpoints/', '/settings/webhooks'],
  ['/api/v1/notification-settings/', '/settings/notifications'],
  ['/api/v1/api-tokens/', '/settings/tokens'],
  ['/api/v1/notifications/', '/notifications'],
  ['/api/v1/saved-searches/', '/saved-searches'],
  ['/api/v1/onboarding/', '/onboarding'],
  ['/api/v1/public/issues/{owner}:{name}:{number}/', '/issues/{owner}:{name}:{number}'],
  ['/sign-in', '/sign-in'],
]

const name = /\{\w+\}/g
const patterns = pages.map(([path, page]) => ({ pattern: new RegExp(`^${path.replaceAll(name, '([\\w.-]+)')}`), page }))

/** The page on which a person does what the API suggests; undefined when there is none. */
export function pageOf({ href = '' }: Pick<Step, 'href'>): string | undefined {
  for (const { pattern, page } of patterns) {
    const values = pattern.exec(href)?.slice(1)
    if (values) return page.replaceAll(name, () => values.shift() ?? '')
  }
  return undefined
}
