import { expect, test } from './fixtures.ts'
import { browseAs } from './steps/browse-as.ts'
import { enter } from './steps/keyboard.ts'
import { rewrite } from './steps/rewrite.ts'

test('Escape takes what was typed in a dialog only when it is pressed twice', async ({ page, capture, livedIn }) => {
  await browseAs(page.context(), livedIn.people.client)
  await page.goto('/settings/tokens')
  const dialog = page.getByRole('dialog')
  const begin = page.getByRole('region', { name: 'Tokens' }).getByRole('button', { name: 'Create token' })
  await enter(page, begin)
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(begin).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Name').fill('Nightly export')
  await page.mouse.click(5, 5)
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Press Escape again to discard it')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Nightly export')
  await capture('dialog-discard')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the base branch says that no such branch exists, and that not all are listed', async ({ page, livedIn }) => {
  await browseAs(page.context(), livedIn.people.client)
  await page.goto(`/client/drafts/${livedIn.drafts.fresh}`)
  const branch = page.getByLabel('Base branch')
  await branch.fill('no-such-branch')
  await branch.blur()
  await expect(page.getByText('The repository has no branch of this name.')).toBeVisible()
  await branch.fill(' ')
  await branch.blur()
  await expect(page.getByText('Enter a branch')).toBeVisible()
  await rewrite<{ is_complete: boolean }>(page, '**/branches/', (answer) => {
    answer.is_complete = false
  })
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.reload()
  await branch.focus()
  await expect(page.getByText('The list shows the first ones; you can type any other.')).toBeVisible()
})

test('a title that is typed and taken back by hand does not come back with a reload', async ({ page, livedIn }) => {
  await browseAs(page.context(), livedIn.people.client)
  await page.goto(`/client/drafts/${livedIn.drafts.fresh}`)
  const title = page.getByLabel('Title').first()
  const before = await title.inputValue()
  const isKept = () => page.evaluate(() => JSON.stringify(sessionStorage).includes('taken back soon'))
  await title.fill(`${before}, taken back soon`)
  await expect.poll(isKept).toBe(true)
  await title.fill(before)
  await expect.poll(isKept).toBe(false)
  await page.reload()
  await expect(title).toHaveValue(before)
  await expect(page.getByText('You have unsaved changes.')).toBeHidden()
})

test('a deadline that was emptied takes what is typed next, and what cannot be saved stays as typed', async ({
  page,
  livedIn,
}) => {
  await browseAs(page.context(), livedIn.people.client)
  await page.goto(`/client/drafts/${livedIn.drafts.fresh}`)
  const openFor = page.getByLabel('Open for', { exact: true })
  const attempts = page.getByRole('textbox', { name: 'Attempts' })
  for (const [typed, shown] of [
    ['3', '3'],
    ['1.5', '1.5'],
    ['1,5', '1,5'],
    ['99999999', '99999999'],
  ] as const) {
    await openFor.press('Control+a')
    await openFor.press('Backspace')
    await expect(openFor).toHaveValue('')
    await openFor.pressSequentially(typed)
    await openFor.blur()
    await expect(openFor).toHaveValue(shown)
  }
  await expect(page.getByText('At most 180 days')).toBeVisible()
  await attempts.press('Control+a')
  await attempts.pressSequentially('1.5')
  await attempts.blur()
  await expect(page.getByText('Enter a whole number from 1 to 5')).toBeVisible()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
})

test('a command that is added has the cursor, and one that is removed leaves it at the button that adds', async ({
  page,
  livedIn,
}) => {
  await browseAs(page.context(), livedIn.people.client)
  await page.goto(`/client/drafts/${livedIn.drafts.fresh}`)
  const add = page.getByRole('button', { name: 'Add a command' })
  const names = page.getByRole('textbox', { name: 'Name' })
  await expect(add).toBeVisible()
  const before = await names.count()
  await add.press('Enter')
  await expect(names.nth(before)).toBeFocused()
  await page.getByRole('button', { name: `Remove command ${before + 1}` }).press('Enter')
  await expect(add).toBeFocused()
  await expect(names).toHaveCount(before)
})

test('a command that is saved with Enter keeps the focus', async ({ page, livedIn }) => {
  await browseAs(page.context(), livedIn.people.client)
  await page.goto(`/client/drafts/${livedIn.drafts.fresh}`)
  const line = page.getByRole('textbox', { name: 'Command', exact: true }).first()
  const before = await line.inputValue()
  for (const typed of ['npm run other', before]) {
    await line.fill(typed)
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
    await line.press('Enter')
    await saved
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden()
    await expect(line).toBeFocused()
  }
})

test('a token whose answers were lost is not created a second time', async ({ page, livedIn, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  await browseAs(page.context(), livedIn.people.client)
  await page.goto('/settings/tokens')
  await page.getByRole('region', { name: 'Tokens' }).getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Lost on the way')
  await dialog.getByText('jobs:read').click()
  await page.route('**/api/v1/api-tokens/', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('We couldn’t reach the service')).toBeVisible()
  await page.unroute('**/api/v1/api-tokens/')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('We can’t show the token')).toBeVisible()
  const { data } = await livedIn.people.client.call('listApiTokens')
  const made = data.filter(({ name, state }) => name === 'Lost on the way' && state === 'LIVE')
  expect(made).toHaveLength(1)
  await livedIn.people.client.call('revokeApiToken', { params: { token_id: made[0]?.id ?? '' } })
})

test('a signature that cancels a change of the payee is forgotten once none waits', async ({ page, livedIn }) => {
  await livedIn.people.agent_owner.signIn()
  await browseAs(page.context(), livedIn.people.agent_owner)
  let waiting: object | null = { payee: `0x${'1'.repeat(40)}`, effective_from: new Date().toISOString() }
  await rewrite<object>(page, '**/api/v1/agents/*/payee/', (payee) => Object.assign(payee, { waiting }))
  await page.goto(`/agents/${livedIn.agents.active}`)
  const cancel = page.getByRole('button', { name: 'Cancel the change' })
  const kept = () => page.evaluate(() => Object.keys(sessionStorage).join())
  await cancel.click()
  await page.getByLabel('Paste the signature here').fill('0x12')
  await expect.poll(kept).toContain('payee-cancel')
  const seen = waiting
  waiting = null
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(kept).not.toContain('payee-cancel')
  waiting = seen
  await page.reload()
  await cancel.click()
  await expect(page.getByLabel('Paste the signature here')).toHaveValue('')
})

test('what the server draws takes no press and no words before they count', async ({ page, livedIn }) => {
  for (const [persona, path, control] of [
    ['client', '/sign-in', page.getByRole('button', { name: 'Continue with Google' })],
    ['client', '/onboarding', page.getByRole('checkbox', { name: 'I run agents' })],
    ['client', '/client/jobs', page.getByRole('searchbox')],
    ['client', '/settings/tokens', page.getByRole('button', { name: 'Create token' })],
    ['client', '/settings/notifications?confirm=mail', page.getByRole('button', { name: 'Confirm address' })],
    ['client', '/settings/notifications', page.getByRole('textbox')],
    ['both', '/agents/new', page.getByLabel('Name')],
  ] as const) {
    await browseAs(page.context(), livedIn.people[persona])
    const scripts = Promise.withResolvers<void>()
    await page.route('**/_next/static/**/*.js', async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect(control, path).toBeVisible()
    await expect(control, path).toBeDisabled()
    scripts.resolve()
    await expect(control, path).toBeEnabled()
    await page.unrouteAll({ behavior: 'wait' })
  }
})
