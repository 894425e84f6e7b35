import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { browseAs } from './steps/browse-as.ts'
import { changeElsewhere } from './steps/change-elsewhere.ts'
import { comeBack } from './steps/come-back.ts'
import type { LivedIn } from './steps/lived-in.ts'
import { rewrite } from './steps/rewrite.ts'

const draftsPath = '**/api/v1/client/job-drafts/*/'
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

// Journeys before these may have ended every other session of these people.
test.beforeEach(async ({ page, livedIn }) => {
  await livedIn.people.client.signIn()
  await browseAs(page.context(), livedIn.people.client)
})

test('a save whose answer was lost is known to be saved at the next try', async ({ page, livedIn, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/, /status of 412/)
  await page.goto(`/client/drafts/${livedIn.drafts.fresh}`)
  const title = page.getByLabel('Title').first()
  const saveWithoutAnswer = async (typed: string) => {
    await title.fill(typed)
    await page.route(draftsPath, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await save(page).click()
    await expect(page.getByText('We couldn’t reach the service')).toBeVisible()
    await page.unroute(draftsPath)
  }
  await saveWithoutAnswer('Saved without an answer')
  await save(page).click()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await expect(page.getByText('You have unsaved changes.')).toBeHidden()
  await expect(page.getByText('This draft was changed elsewhere')).toBeHidden()

  await saveWithoutAnswer('Saved before the reload')
  await page.reload()
  await expect(title).toHaveValue('Saved before the reload')
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('jobwright.typed')
})

test('what was typed is back after a reload, beside what another tab changed, and a save writes both', async ({
  page,
  capture,
  livedIn,
}) => {
  await page.goto(`/client/drafts/${livedIn.drafts.fresh}`)
  await changeElsewhere(page, { acceptance_files: [{ path: 'a.test.js', content: btoa('secret') }] })
  await page.reload()
  await page.getByLabel('Title').first().fill('Typed before the reload')
  const seal = page.getByLabel('Seal this file until the job ends')
  await seal.check()
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(sessionStorage)))
    .toMatch(/Typed before the reload.*isSealed[^,}]*true/)
  await changeElsewhere(page, { instructions: 'Changed in another tab.' })
  await page.reload()
  await expect(page.getByText('Your unsaved changes are back')).toBeVisible()
  await expect(page.getByLabel('Title').first()).toHaveValue('Typed before the reload')
  await expect(page.getByLabel('Instructions')).toHaveValue('Changed in another tab.')
  await expect(seal).toBeChecked()
  await capture('draft-restored')
  await save(page).click()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  expect(await livedIn.people.client.call('getDraft', { params: { id: livedIn.drafts.fresh } })).toMatchObject({
    instructions: 'Changed in another tab.',
    acceptance_files: [{ path: 'a.test.js', sealed: true }],
  })
})

test('a field that two tabs changed is asked about, no other is written, and what gave way stays until it is put back', async ({
  page,
  capture,
  livedIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 412/)
  await page.goto(`/client/drafts/${livedIn.drafts.fresh}`)
  const title = page.getByLabel('Title').first()
  const criteria = page.getByLabel('Acceptance criteria')
  const instructions = page.getByLabel('Instructions')
  await title.fill('My title')
  await changeElsewhere(page, { title: 'Their title', instructions: 'Their instructions.' })
  await save(page).click()
  await expect(page.locator('[data-conflict]')).toHaveCount(1)
  await expect(page.locator('[data-conflict="title"]')).toContainText('Their title')
  await expect(page.locator('[data-conflict-panel]')).toBeFocused()
  await expect(page.getByText('You have unsaved changes.')).toBeHidden()
  await capture('draft-conflict')
  await page.getByRole('radio', { name: 'Newer version' }).click()
  await page.getByRole('button', { name: 'Save these choices' }).click()
  await expect(title).toHaveValue('Their title')
  await expect(instructions).toHaveValue('Their instructions.')
  await expect(page.locator('[data-kept]')).toBeFocused()
  await criteria.fill('Typed after that')
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Typed after that')
  await page.reload()
  await expect(criteria).toHaveValue('Typed after that')
  await page.getByRole('button', { name: 'Restore them' }).click()
  await expect(title).toHaveValue('My title')
  await expect(criteria).toHaveValue('Typed after that')
  await expect(instructions).toHaveValue('Their instructions.')

  await changeElsewhere(page, { title: 'Their second title', instructions: 'Their second instructions.' })
  await save(page).click()
  await page.getByRole('button', { name: 'Save these choices' }).click()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await expect(title).toHaveValue('My title')
  expect(await livedIn.people.client.call('getDraft', { params: { id: livedIn.drafts.fresh } })).toMatchObject({
    title: 'My title',
    instructions: 'Their second instructions.',
    acceptance_criteria: ['Typed after that'],
  })
})

test('what was typed into a draft that another tab funded can be copied, and the page shows what comes next', async ({
  page,
  capture,
  livedIn,
}) => {
  await page.goto(`/client/drafts/${livedIn.drafts.ready}`)
  await page.getByLabel('Title').first().fill('Typed while it was funded')
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Typed while it was funded')
  await rewrite<{ state: string; onchain_job_id: string; job_state: string }>(page, draftsPath, (draft) =>
    Object.assign(draft, { state: 'FUNDED', onchain_job_id: '1', job_state: 'OPEN' }),
  )
  await comeBack(page, () => expect(page.getByLabel('Title').first()).toBeHidden({ timeout: 1_000 }))
  await expect(page.getByLabel('Unsaved text')).toHaveValue('Typed while it was funded')
  await expect(page.getByRole('link', { name: 'Open the job' })).toBeVisible()
  await capture('draft-funded-while-typing')
})

test('of two tabs that change an agent’s limits, the later one asks about what both changed, and a reload keeps it', async ({
  page,
  capture,
  livedIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await livedIn.people.agent_owner.signIn()
  await browseAs(page.context(), livedIn.people.agent_owner)
  const open = async (tab: Page) => {
    await tab.goto(`/agents/${livedIn.agents.unpaired}`)
    await tab.getByRole('button', { name: 'Name and limits' }).click()
  }
  const other = await page.context().newPage()
  await open(page)
  await open(other)
  await other.getByLabel('Minimum reward').fill('7')
  await other.getByLabel('Languages').fill('Rust')
  await save(other).click()
  await expect(other.getByRole('region', { name: 'Limits' })).toContainText('7.00 USDC')
  await page.bringToFront()
  await page.getByLabel('Minimum reward').fill('8')
  await save(page).click()
  await expect(page.locator('[data-conflict]')).toHaveCount(1)
  await expect(page.locator('[data-conflict="minReward"]')).toBeInViewport()
  await page.getByLabel('Minimum reward').fill('9')
  const isKept = () => page.evaluate(() => JSON.stringify(sessionStorage).includes('minReward\\":\\"9'))
  await expect.poll(isKept).toBe(true)
  await page.reload()
  await expect(page.getByRole('dialog').locator('[data-kept]')).toBeVisible()
  await expect(page.getByLabel('Minimum reward')).toHaveValue('9')
  await save(page).click()
  await capture('agent-conflict')
  await page.getByRole('button', { name: 'Save these choices' }).click()
  await expect(page.getByRole('region', { name: 'Limits' })).toContainText('9.00 USDC')
  await expect(page.getByRole('region', { name: 'Limits' })).toContainText('Rust')
})

test('of two tabs that change a webhook endpoint, the later one is refused before it overwrites', async ({
  page,
  livedIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const open = async (tab: Page) => {
    await tab.goto(`/settings/webhooks/${livedIn.webhookEndpointId}`)
    await tab.getByRole('button', { name: 'Edit', exact: true }).click()
  }
  const other = await page.context().newPage()
  await open(page)
  await open(other)
  await other.getByLabel('Description').fill('Changed in another tab')
  await save(other).click()
  await expect(other.getByText('The endpoint was changed.')).toBeVisible()
  await comeBack(page, () => expect(page.locator('main')).toContainText('Changed in another tab', { timeout: 1_000 }))
  await page.getByLabel('Description').fill('Changed here')
  await page.reload()
  await expect(page.getByLabel('Description')).toHaveValue('Changed here')
  await save(page).click()
  await expect(page.getByRole('dialog')).toContainText('Your version was not saved')
  await expect(page.locator('main')).toContainText('Changed in another tab')
})

test('a withdrawal that another tab began takes back what this tab was about to confirm', async ({
  page,
  capture,
  livedIn,
}) => {
  const { dialog, confirm } = await beginWithdrawal(page, livedIn)
  const id = crypto.randomUUID()
  await rewrite<{ data: object[] }>(page, '**/api/v1/agents/*/withdrawals/*', ({ data }) =>
    data.unshift({ ...data[0], id }),
  )
  await comeBack(page, () => expect(dialog).toContainText('Another withdrawal came first', { timeout: 1_000 }))
  await expect(confirm).toBeHidden()
  await capture('agent-withdraw-overtaken')
  await dialog.getByRole('button', { name: 'Change' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(confirm).toBeVisible()
})

test('a withdrawal that two tabs saw no answer to is over for both once one has it', async ({
  page,
  capture,
  livedIn,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  const { dialog, confirm } = await beginWithdrawal(page, livedIn)
  const keys: (string | undefined)[] = []
  await page.context().route('**/withdraw/', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return route.abort()
  })
  await confirm.click()
  await expect(dialog).toContainText('We couldn’t reach the service')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.route('**/withdraw/', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return route.fulfill({ json: {} })
  })
  await other.getByRole('button', { name: 'Ask again' }).click()
  await expect(other.getByText('The withdrawal has started.')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  await page.bringToFront()
  await expect(page.getByText('Another tab got the answer')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Ask again' })).toBeHidden()
  await capture('agent-withdraw-answered')
})

/** Comes to the last step of a withdrawal of 3 USDC, which the wallet seems to hold. */
async function beginWithdrawal(page: Page, livedIn: LivedIn) {
  await livedIn.people.agent_owner.signIn()
  await browseAs(page.context(), livedIn.people.agent_owner)
  await rewrite<{ balance: { amount: string } }>(page, '**/api/v1/agents/*/wallet/', ({ balance }) => {
    balance.amount = '3.000000'
  })
  await page.goto(`/agents/${livedIn.agents.active}`)
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Withdraw 3.00 USDC' })
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await dialog.getByRole('button', { name: 'All' }).click()
  await dialog.getByLabel('To address').fill('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(confirm).toBeVisible()
  return { dialog, confirm }
}
