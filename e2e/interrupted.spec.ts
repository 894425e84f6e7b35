import { expect, test } from './fixtures.ts'
import { whileBusy } from './steps/break-down.ts'
import { browseAs } from './steps/browse-as.ts'
import { endSession } from './steps/end-session.ts'
import { signIn } from './steps/sign-in.ts'

const api = '**/api/v1/**'

test('while the service is away an open page says so and a save says so beside its button, until it is back', async ({
  page,
  capture,
  expectedErrors,
  livedIn,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await page.setViewportSize({ width: 1440, height: 900 })
  await browseAs(page.context(), livedIn.people.client)
  await page.goto(`/client/drafts/${livedIn.drafts.fresh}`)
  await page.getByLabel('Title').first().fill('A title that cannot be saved yet')
  await page.route(api, (route) => route.abort())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'We couldn’t reach the service' })
  await expect(problem).toBeInViewport({ ratio: 1 })
  await capture('draft-not-saved')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.goto('/client/jobs')
  const away = page.getByText('We can’t reach Jobwright at the moment.')
  await expect(away).toBeVisible()
  await capture('service-away')
  await page.unroute(api)
  await expect(away).toBeHidden()
})

test('what is saved without a network is said to wait, and is saved once there is one', async ({
  page,
  capture,
  expectedErrors,
  livedIn,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await browseAs(page.context(), livedIn.people.client)
  await page.goto(`/client/drafts/${livedIn.drafts.fresh}`)
  await page.getByLabel('Title').first().fill('A title that is saved later')
  await page.context().setOffline(true)
  const waits = page.getByText('What you sent waits here and goes out when you’re back online.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(waits).toBeVisible()
  await capture('draft-waits-for-network')
  await page.context().setOffline(false)
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await expect(waits).toBeHidden()
})

test('a service that is slow to answer is said to be slow, until it answers', async ({ page, livedIn }) => {
  await browseAs(page.context(), livedIn.people.client)
  await page.goto(`/client/drafts/${livedIn.drafts.fresh}`)
  await page.getByLabel('Title').first().fill('A title that takes long to save')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/client/job-drafts/*/', async (route) => {
    if (route.request().method() === 'PATCH') await asked
    await route.fallback()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const slow = page.getByText('Jobwright is taking longer than usual to respond.')
  await expect(slow).toBeVisible()
  answer()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await expect(slow).toBeHidden()
})

test('a page that a busy database kept from being shown is retried until it can be', async ({
  page,
  capture,
  expectedErrors,
  livedIn,
  stack,
}) => {
  expectedErrors.push(/status of 50\d/, /React error #(419|441)/)
  await browseAs(page.context(), livedIn.people.client)
  await whileBusy(stack, async () => {
    await page.goto(`/client/drafts/${livedIn.drafts.fresh}`)
    await expect(page.getByText('This page retries automatically.')).toBeVisible()
    await capture('page-retries')
  })
  await expect(page.getByLabel('Title').first()).toBeVisible()
})

test('what is typed for a new agent outlives the session, and the agent can be deleted until it is paired', async ({
  page,
  capture,
  expectedErrors,
  livedIn,
}) => {
  expectedErrors.push(/status of 401/)
  await browseAs(page.context(), livedIn.people.both)
  await page.goto('/agents/new')
  await page.getByLabel('Name').fill('Night shift')
  await endSession(page)
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await signIn(page, 'Bea Both', '/agents/new')
  await expect(page.getByLabel('Name')).toHaveValue('Night shift')
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Night shift')
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByRole('heading', { name: 'Night shift' })).toBeVisible()
  await capture('an-agent-that-was-never-paired')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete agent' }).click()
  await expect(page.getByText('The agent is deleted.')).toBeVisible()
  await expect(page).toHaveURL(/\/agents\/?$/)
  await expect(page.getByRole('link', { name: 'Night shift' })).toBeHidden()
})
