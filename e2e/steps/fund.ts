import { expect, type Page } from 'playwright/test'
import type { Person } from '#test/people/person.ts'
import { type FundedJob, fundJob } from '#tools/demo/fund-job.ts'
import { solvable } from '#tools/demo/issues.ts'
import { readyClient } from '#tools/demo/journey.ts'
import type { Stack } from './stack.ts'

export const repository = 'acme/slugify-lite'

/** A review lasts as long as a verifier tries the commands, two minutes at most. */
export const reviewMs = 150_000

/** The review that was asked for ends, and nothing is in the way of funding. */
export async function expectReady(page: Page): Promise<void> {
  await expect(page.locator('[data-state="READY"]').first()).toBeVisible({ timeout: reviewMs })
}

type Terms = { verifiers: number; quorum: number }

/** More independent verifiers than there are, so that nobody is asked to work for it. */
export const unwanted: Terms = { verifiers: 5, quorum: 3 }

/** A job that Clara funds without the browser, of an issue for which she has no draft if there is one. */
export async function fundThroughApi(stack: Stack, terms?: Terms): Promise<FundedJob & { clara: Person }> {
  const { clara, wallet } = await readyClient(stack)
  const { data } = await clara.call('listDrafts', { query: { limit: '100' } })
  const used = new Set(data.map((draft) => draft.issue.number))
  const issue = solvable.find(({ number }) => !used.has(number)) ?? solvable[0]
  const request = { repository, issue, wallet, withFalseClaim: false, ...(terms && { terms }) }
  return { ...(await fundJob(clara, stack.ledger, request)), clara }
}
