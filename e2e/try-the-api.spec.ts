import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

/** Follows the link to an operation of the documentation, sends it from there, and gives what came back. */
async function execute(page: Page, tag: string, operationId: string): Promise<{ status: string; body: string }> {
  // Operations out of sight are not drawn, and a link within the page would not load it.
  await page.goto('about:blank')
  await page.goto(`/api/docs/#/${tag}/${operationId}`)
  const operation = page.locator(`.opblock.is-open[id$="-${operationId}"]`)
  // The page reads a megabyte of description first, which takes long beside other work.
  await operation.getByRole('button', { name: 'Execute' }).click({ timeout: 60_000 })
  const live = operation.locator('.live-responses-table')
  await expect(live.locator('.response-col_status').last()).toHaveText(/\d{3}/)
  return {
    status: ((await live.locator('td.response-col_status').last().textContent()) ?? '').trim().slice(0, 3),
    body: (await live.locator('.highlight-code').first().textContent()) ?? '',
  }
}

test('the documentation’s try-it speaks with the session of the signed-in person', async ({ page, expectedErrors }) => {
  expectedErrors.push(/401/)

  await test.step('refuses as the API does before there is a session', async () => {
    await page.goto('/api/docs/')
    await expect(page.locator('.info .title')).toContainText('Jobwright')
    const refused = await execute(page, 'auth', 'getMe')
    expect(refused.status).toBe('401')
    expect(refused.body).toContain('"unauthenticated"')
  })

  await test.step('reads with the session cookie', async () => {
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Bea Both' }).click()
    await page.waitForURL(/\/(onboarding|overview|client|agents)/)
    await page.goto('/api/docs/')
    const me = await execute(page, 'auth', 'getMe')
    expect(me.status).toBe('200')
    expect(me.body).toContain('"capabilities"')
  })

  await test.step('writes with it too, as this origin', async () => {
    expect(await execute(page, 'onboarding', 'becomeClient')).toMatchObject({ status: '200' })
    const sessions = await execute(page, 'auth', 'listSessions')
    expect(sessions.body).toContain('"current": true')
  })
})
