import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, keepPicture } from './steps/look.ts'
import { signIn } from './steps/sign-in.ts'

/** Follows the link that older releases had to an operation. */
async function open(page: Page, tag: string, operationId: string): Promise<void> {
  await page.goto(`/api/docs/#/${tag}/${operationId}`)
  await page.waitForURL(`**/api/docs/operations/${operationId}/`)
}

type Answer = { status: string; body: string }

/** Sends what the form holds, and gives what came back. */
async function send(page: Page): Promise<Answer> {
  const answered = page.waitForResponse((response) => response.url().includes('/api/v1/'))
  await page.getByRole('button', { name: 'Send' }).click()
  await answered
  const result = page.locator('.result')
  await expect(result.locator('.status')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  const body = result.getByRole('region', { name: 'Body of the answer' })
  return {
    status: ((await result.locator('.status strong').textContent()) ?? '').slice(0, 3),
    body: (await body.count()) > 0 ? ((await body.textContent()) ?? '') : '',
  }
}

test('the reference’s form speaks with the session of the signed-in person', async ({ page, expectedErrors }) => {
  expectedErrors.push(/401/, /412/)

  await test.step('refuses as the API does before there is a session, and leads to what the code means', async () => {
    await open(page, 'auth', 'getMe')
    const refused = await send(page)
    expect(refused.status).toBe('401')
    expect(refused.body).toContain('"unauthenticated"')
    await page.locator('.result').getByRole('link', { name: 'unauthenticated' }).click()
    await expect(page.locator('#problem-unauthenticated')).toBeInViewport()
    await expect(page.locator('#problem-unauthenticated')).toContainText('Sign in to continue')
  })

  await test.step('reads with the session cookie', async () => {
    await page.goto('/sign-in')
    await signIn(page, 'Will Worker', /\/(agents|overview|client)/)
    await open(page, 'auth', 'getMe')
    const me = await send(page)
    expect(me.status).toBe('200')
    expect(me.body).toContain('"capabilities"')
    await expect(page.locator('.result .headers')).toContainText('x-request-id')
    await expect(page.locator('.result .headers')).toContainText('ratelimit')
  })

  await test.step('writes with it too, as this origin', async () => {
    await open(page, 'onboarding', 'becomeAgentOwner')
    expect(await send(page)).toMatchObject({ status: '200' })
    await open(page, 'auth', 'listSessions')
    expect((await send(page)).body).toContain('"current": true')
  })

  await test.step('sends a body as it was edited, for the version that is named', async () => {
    await open(page, 'agents', 'listAgents')
    const agents = JSON.parse((await send(page)).body) as { data: { id: string; name: string; version: number }[] }
    const [{ id, name, version } = { id: '', name: '', version: 0 }] = agents.data
    await open(page, 'agents', 'updateAgent')
    await page.getByLabel('id required').fill('..')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.locator('.result')).toContainText('Nothing was sent. “..” is no id.')
    await page.getByLabel('id required').fill(id)
    const body = page.getByLabel('Body, JSON')
    await body.fill('{ "name": ')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.locator('.result')).toContainText('nothing was sent')
    await body.fill(JSON.stringify({ name }))
    await page.getByText(/^Optional/).click()
    await page.getByLabel('If-Match').fill(`"${version + 7}"`)
    expect(await send(page)).toMatchObject({ status: '412', body: expect.stringContaining('precondition_failed') })
    await page.getByLabel('If-Match').fill(`"${version}"`)
    expect(await send(page)).toMatchObject({ status: '200', body: expect.stringContaining(id) })
  })
})

test('a program’s token goes without the cookie', async ({ page, stack }) => {
  await page.goto('/sign-in')
  await signIn(page, 'Will Worker', /\/(agents|overview|client)/)
  await open(page, 'auth', 'createApiToken')
  await page.getByLabel('Body, JSON').fill('{ "name": "Reference", "scopes": ["account:read"], "days": 7 }')
  const created = page.waitForRequest((request) => request.method() === 'POST')
  const { api_token, token } = JSON.parse((await send(page)).body) as { api_token: { id: string }; token: string }
  expect((await created).headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)

  await open(page, 'programs', 'getMeWithToken')
  await page.getByLabel('API token').fill(token)
  const asked = page.waitForRequest(`${stack.places.origin}/api/v1/programs/auth/me/`)
  expect(await send(page)).toMatchObject({ status: '200', body: expect.stringContaining('"capabilities"') })
  expect(await (await asked).allHeaders()).not.toHaveProperty('cookie')

  await open(page, 'auth', 'revokeApiToken')
  await page.getByLabel('token_id required').fill(api_token.id)
  expect(await send(page)).toEqual({ status: '204', body: '' })
  await expect(page.locator('.result')).toContainText('The answer has no body.')
})

test('the search finds operations and problem codes, with the keyboard alone', async ({ page }) => {
  await page.goto('/api/docs/')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('funding challenge')
  const found = page.getByRole('search').getByRole('link')
  await expect(found.first()).toContainText('/funding-challenge/')
  await page.keyboard.press('ArrowDown')
  await expect(found.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/operations/createFundingChallenge/')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('stale_version')
  await expect(page.getByRole('status').first()).toHaveText(/^\d+ results?|^1 result/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/api/docs/#problem-stale_version')
  await expect(page.locator('#problem-stale_version')).toBeInViewport()
})

test('examples are copied as they are shown, in the language that was chosen last', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/api/docs/operations/listJobs/')
  await page.getByRole('button', { name: 'Copy curl' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl 'http.+\/api\/v1\/client\/jobs\/'/)
  await page.getByText('TypeScript', { exact: true }).first().click()
  await page.goto('/api/docs/operations/listAgents/')
  await expect(page.getByText('await client.listAgents()')).toBeVisible()
  await expect(page.getByRole('region', { name: 'curl' })).toBeHidden()
})

const views = [360, 1280].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))

for (const { width, scheme } of views)
  test(`nothing is in the way of anyone at ${width} px in the ${scheme} scheme`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/401/)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const look = async (name: string) => {
      await expectNoSidewaysScroll(page, name)
      await expectAccessible(page, `${name}-${width}-${scheme}`)
      await keepPicture(page, `${name}-${width}-${scheme}`)
    }
    for (const path of [
      '',
      'operations/updateDraft/',
      'operations/listPublicIssues/',
      'operations/listChangesWithToken/',
    ]) {
      await page.goto(`/api/docs/${path}`)
      for (const summary of await page.locator('main summary').all())
        if (await summary.isVisible()) await summary.click()
      await look(`reference-${path.split('/')[1] || 'overview'}`)
    }
    await page.goto('/api/docs/operations/getMe/')
    await send(page)
    await page.getByRole('searchbox').fill('draft')
    await expect(page.getByRole('search').getByRole('link').first()).toBeVisible()
    await look('reference-answer-and-search')
    const menu = page.getByRole('button', { name: 'Operations' })
    if (!(await menu.isVisible())) return
    await menu.click()
    await page.getByRole('navigation', { name: 'Operations' }).getByText('Wallet', { exact: true }).click()
    await look('reference-menu')
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('everything can be read, and old links lead to the operation’s line', async ({ page }) => {
    await page.goto('/api/docs/#/drafts/updateDraft')
    const line = page.locator('[id="/drafts/updateDraft"]')
    await expect(line).toBeInViewport()
    await line.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change parts of a draft')
    for (const name of ['Who may call it', 'Path parameters', 'Body', 'Answer 200', 'Errors'])
      await expect(page.getByRole('heading', { name, exact: true }).first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'curl' })).toBeVisible()
    await expect(page.getByText('needs JavaScript')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send' })).toBeHidden()
    await expect(page.getByRole('searchbox')).toBeHidden()
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('button', { name: 'Operations' }).click()
    await expect(page.getByRole('navigation', { name: 'Operations' })).toBeVisible()
  })
})
