import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright/test'
import { Person } from '#test/people/person.ts'
import { expect, test } from './fixtures.ts'
import { browseAs } from './steps/browse-as.ts'

test('a change is shown in every open tab before any tab asks for it', async ({ context, stack, livedIn }) => {
  await browseAs(context, livedIn.people.client)
  const pages = await Promise.all([context.newPage(), context.newPage()])
  // With the clock of a page stopped nothing is asked at intervals; what the stream tells still comes.
  for (const page of pages) {
    await page.clock.install()
    await page.goto('/client/drafts')
    await expect(unreadOf(page)).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
  }
  await setTimeout(2_000)
  const before = await Promise.all(pages.map((page) => unreadOf(page).getAttribute('aria-label')))

  await new Person('clara', 'clara-client', stack.places).signIn()
  for (const [index, page] of pages.entries())
    await expect.poll(() => labelOf(page), { intervals: [200] }).not.toBe(before[index])
})

test('what is unread can be marked as read on a page that was just opened', async ({ page, stack, livedIn }) => {
  await browseAs(page.context(), livedIn.people.client)
  await new Person('clara', 'clara-client', stack.places).signIn()
  await page.goto('/notifications')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(unreadOf(page)).toHaveAttribute('aria-label', 'Notifications')
})

test('what one tab marks as read is read in every other tab at once', async ({ context, stack, livedIn }) => {
  await browseAs(context, livedIn.people.client)
  await new Person('clara', 'clara-client', stack.places).signIn()
  const [page, other] = await Promise.all([context.newPage(), context.newPage()])
  await context.clock.install()
  await Promise.all([page.goto('/notifications'), other.goto('/client/drafts')])
  await expect(unreadOf(other)).toHaveAttribute('aria-label', /unread/)
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeEnabled()
  // With the clock of both tabs stopped nothing is asked at intervals.
  await context.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(() => labelOf(other), { intervals: [100] }).toBe('Notifications')
})

/** What the bell says, once a moment of the page's stopped clock has passed. */
async function labelOf(page: Page): Promise<string | null> {
  await page.clock.runFor(100)
  return unreadOf(page).getAttribute('aria-label')
}

const unreadOf = (page: Page) => page.getByRole('link', { name: /^Notifications/ })
