import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { ReplyOf } from '#lib/client/api.ts'
import type { FundedJob } from '#tools/demo/fund-job.ts'
import { expect, test } from './fixtures.ts'
import { ageSignIn } from './steps/age-sign-in.ts'
import { fundThroughApi, repository } from './steps/fund.ts'
import { guestPort, showToken, startRuntime } from './steps/guest.ts'
import { enter, openDialog, retype, signInByKeyboard, tabTo } from './steps/keyboard.ts'
import { loseAnswer } from './steps/lose-answer.ts'
import { rewrite } from './steps/rewrite.ts'
import { signIn } from './steps/sign-in.ts'
import { setLocalWorkers } from './steps/workers.ts'

type Agent = ReplyOf<'getAgent'>
type RuntimeStatus = ReplyOf<'getRuntimeStatus'>

const reward = '3.00 USDC'

let workDir: string
let endRuntime = async () => {}

test.beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'jobwright-guest-'))
})

test.afterAll(async ({ stack }) => {
  await endRuntime()
  await setLocalWorkers(stack.places, { paused: false })
  await rm(workDir, { recursive: true, force: true })
})

test('an owner pairs a runtime by keyboard alone, sees it work and be paid, and withdraws once; the client checks the result', async ({
  page,
  capture,
  expectedErrors,
  stack,
}) => {
  const name = `Night shift ${Date.now() % 100_000}`
  const publicName = `Slug smith ${Date.now() % 100_000}`
  const destination = privateKeyToAddress(generatePrivateKey())
  let funded: FundedJob | undefined

  await test.step('signs in and becomes an agent owner', async () => {
    await page.goto('/agents')
    await expect(page).toHaveURL('/sign-in?next=%2Fagents')
    await signInByKeyboard(page, 'Oscar Owner', /\/(onboarding\?next=%2Fagents|agents)$/)
    if (new URL(page.url()).pathname === '/onboarding') {
      await tabTo(page, page.getByRole('checkbox', { name: 'I run agents' }))
      await page.keyboard.press('Space')
      await enter(page, page.getByRole('button', { name: 'Continue' }))
    }
    await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create agent' })).toBeVisible()
  })

  await test.step('creates a worker agent', async () => {
    await enter(page, page.getByRole('link', { name: 'Create agent' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Create an agent' })).toBeVisible()
    await tabTo(page, page.getByRole('radio', { name: /^Worker/ }))
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /^Verifier/ })).toBeChecked()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('radio', { name: /^Worker/ })).toBeChecked()
    await enter(page, page.getByRole('button', { name: 'Create agent' }))
    await expect(page.getByText('Enter a name of 1 to 80 characters.')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()
    await retype(page, page.getByLabel('Name'), name)
    await retype(page, page.getByLabel('Minimum reward'), '0.5')
    await enter(page, page.getByRole('button', { name: 'Create agent' }))
    await page.waitForURL(/\/agents\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Pair a runtime' })).toContainText(`--port ${guestPort}`)
  })

  await test.step('starts the runtime and takes a pairing token from its console', async () => {
    endRuntime = await startRuntime(workDir)
    const token = await showToken(page)
    const field = page.getByRole('textbox', { name: 'Pairing token' })
    await retype(page, field, 'not a token')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription(/begins with service-connect/)
    await expect(field).toBeFocused()
    await paste(page, token)
    await expect(field).toHaveValue(token)
    await page.keyboard.press('Enter')
  })

  await test.step('watches the four steps until the agent is active', async () => {
    await expect(step(page, 'RUNTIME', 'DONE')).toBeVisible()
    await capture('agent-setting-up')
    for (const one of ['WALLET', 'AUTHORISATION', 'QUALIFICATION'])
      await expect(step(page, one, 'DONE')).toBeVisible({ timeout: 90_000 })
    await expect(page.locator('[data-state="ACTIVE"]').first()).toBeVisible()
    const panel = page.getByRole('region', { name: 'Runtime', exact: true })
    await expect(panel).toContainText('Connected')
    await expect(panel).toContainText('Epoch 1')
    await expect(panel.locator('[data-health]')).toContainText('Uptime')
  })

  await test.step('chooses the name that others read, and changes a limit', async () => {
    const edit = page.getByRole('button', { name: 'Name and limits' })
    const dialog = page.getByRole('dialog')
    await openDialog(page, edit)
    await retype(page, dialog.getByLabel('Public name'), publicName)
    await retype(page, dialog.getByLabel('Minimum reward'), '1.25')
    await enter(page, dialog.getByRole('button', { name: 'Save' }))
    await expect(page.getByRole('region', { name: 'Limits' })).toContainText('1.25 USDC')
    await expect(edit).toBeFocused()
  })

  const agentUrl = page.url()
  await test.step('sees the job that the agent has taken on', async () => {
    await setLocalWorkers(stack.places, { paused: true })
    const line = page.getByRole('region', { name: 'Current work' }).getByRole('listitem')
    // It may be done before the funding has been read back.
    const [shown, job] = await Promise.all([line.textContent({ timeout: 120_000 }), fundThroughApi(stack)])
    funded = job
    expect(shown).toContain(funded.job.title)
    await capture('agent-at-work')
  })

  await test.step('sees the reward arrive, with the transaction that paid it', async () => {
    await page.reload()
    const earnings = page.getByRole('region', { name: 'Earnings', exact: true })
    await expect(earnings).toContainText(`Reward, job ${funded?.job.onchain_job_id}`, { timeout: 120_000 })
    await expect(earnings).toContainText(reward)
    await expect(page.getByRole('region', { name: 'Current work' })).toContainText('No work right now.')
  })

  await test.step('withdraws it; an answer that is lost in a reload cannot make it pay twice', async () => {
    const begin = page.getByRole('button', { name: 'Withdraw', exact: true })
    const dialog = page.getByRole('dialog')
    await openDialog(page, begin)
    await enter(page, dialog.getByRole('button', { name: 'All' }))
    const wrong = destination.replace(/.$/, (end) => (end === '0' ? '1' : '0'))
    await retype(page, dialog.getByLabel('To address'), wrong)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('This is not an address, or its checksum is wrong.')).toBeVisible()
    await retype(page, dialog.getByLabel('To address'), destination)
    await capture('agent-withdraw')
    await enter(page, dialog.getByRole('button', { name: 'Continue' }))
    await expect(dialog).toContainText(destination)
    await expect(dialog).toContainText(reward)
    await capture('agent-withdraw-confirm')
    await ageSignIn(page, stack)
    expectedErrors.push(/\/agents\/[0-9a-f-]{36}: .*status of 403/)
    await enter(page, dialog.getByRole('button', { name: `Withdraw ${reward}` }))
    await expect(dialog.getByText('This needs a sign-in within the last 10 minutes.')).toBeVisible()
    await page.reload()
    await expect(dialog.getByText('Sign in again; you return here afterwards')).toBeVisible()
    await capture('agent-withdraw-refused')
    await enter(page, dialog.getByRole('link', { name: 'Sign in again' }))
    await signInByKeyboard(page, 'Oscar Owner', agentUrl)
    await expect(dialog.getByLabel('To address')).toHaveValue(destination)
    await enter(page, dialog.getByRole('button', { name: 'Continue' }))
    await loseAnswer(page, () => enter(page, dialog.getByRole('button', { name: `Withdraw ${reward}` })))
    await expect(page.getByText('We don’t know if your withdrawal started')).toBeVisible()
    await capture('agent-withdraw-unseen')
    await enter(page, page.getByRole('button', { name: 'Ask again' }))
    await expect(page.locator('[data-withdrawal="CONFIRMED"]')).toBeVisible({ timeout: 60_000 })
    await expect(page.locator('[data-withdrawal]')).toHaveCount(1)
    await expect.poll(() => stack.ledger.balance(destination)).toBe(3_000_000n)
    await expect(page.getByRole('region', { name: 'Wallet' })).toContainText('There is nothing to withdraw yet.')
  })

  await test.step('finds the agent and its earnings in the overview', async () => {
    await page.goto('/agents')
    const line = page.getByRole('listitem').filter({ hasText: name })
    await expect(line).toContainText(`${reward} earned`)
    await expect(line).toContainText('Connected')
    await line.getByRole('link', { name }).click()
    await expect(page).toHaveURL(agentUrl)
  })

  await test.step('learns of a runtime that falls silent, and of a suspension', async () => {
    const silent = [4, 90, 7_000].map((seconds, index) => ({
      began_at: new Date(Date.now() - (index + 1) * 86_400_000).toISOString(),
      ended_at: new Date(Date.now() - (index + 1) * 86_400_000 + seconds * 1_000).toISOString(),
    }))
    const lasting = { began_at: new Date(Date.now() - 65_000).toISOString(), ended_at: null }
    await rewrite<RuntimeStatus>(page, '**/runtime/status/', (body) => {
      Object.assign(body, { state: 'OFFLINE', last_seen_at: lasting.began_at, reports: null })
      body.health = { heard_share: 0.98765, outages: [lasting, ...silent] }
    })
    await rewrite<Agent>(page, /\/api\/v1\/agents\/[0-9a-f-]{36}\/$/, (body) => {
      Object.assign(body, { state: 'SUSPENDED', state_reason: 'It signed both verdicts about job 7.' })
    })
    await expect(page.locator('[data-suspended]')).toContainText('It signed both verdicts')
    const health = page.locator('[data-health]')
    await expect(health).toContainText('98.7 %')
    await expect(health.locator('[data-outage="lasts"]')).toContainText('Lasts')
    await expect(health.locator('[data-outage]')).toHaveCount(3)
    await health.getByRole('button', { name: 'Show all 4' }).click()
    await expect(health.locator('[data-outage]').last()).toContainText('1 h 56 min')
    await capture('agent-suspended')
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
  })

  await test.step('pauses and resumes it, and disconnects the runtime', async () => {
    await enter(page, page.getByRole('button', { name: 'Pause' }))
    await expect(page.getByText('Paused. No new jobs')).toBeVisible()
    await enter(page, page.getByRole('button', { name: 'Resume' }))
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
    await enter(page, page.getByRole('button', { name: 'Disconnect' }))
    await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }))
    await expect(page.getByRole('region', { name: 'Runtime', exact: true })).toContainText('Disconnected')
    await expect(page.getByRole('region', { name: 'Pair a runtime' })).toBeVisible()
    await capture('agent-disconnected')
    await endRuntime()
  })

  const job = `/client/jobs/${funded?.job.onchain_job_id}`
  await test.step('the client reads the result, and the browser confirms what the contract holds', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    await page.goto(job)
    await signIn(page, 'Clara Client', new RegExp(`${job}$`))
    await expect(page.locator('[data-state="SETTLED"]').first()).toBeVisible()
    const check = page.locator('[data-commitment="result"]')
    await expect(check.getByText('Match', { exact: true })).toHaveCount(5)
    const result = page.getByRole('region', { name: 'Result' })
    const file = result.locator('[data-file^="src/"]')
    await expect(file.locator('[data-kind="added"] [data-token]').first()).toBeVisible()
    await expect(file.getByRole('button', { name: /^src\/\w+\.js.*\d+ lines added/ })).toBeVisible()
    const saved = page.waitForEvent('download')
    await result.getByRole('button', { name: 'Download bundle' }).click()
    expect(JSON.parse(await readFile(await (await saved).path(), 'utf8'))).toMatchObject({
      onchain_job_id: funded?.job.onchain_job_id,
      changes: [{ path: expect.stringMatching(/^src\//) }],
    })
    await expect(page.getByRole('region', { name: 'Next step' })).toBeHidden()
    await page.getByRole('tab', { name: 'Verification' }).click()
    await expect(page).toHaveURL(`${job}?tab=verification`)
    await expect(page.getByText('Evidence matches its hash').first()).toBeVisible()
    const worker = page.locator('[data-attempt="1"]').getByRole('link', { name: publicName })
    await expect(worker).toHaveAttribute('href', /^\/workers\/0x[0-9a-fA-F]{40}$/)
    await page.getByRole('tab', { name: 'Money' }).click()
    const accounts = page.getByRole('region', { name: 'Payments' })
    await expect(accounts.locator('[data-payment="reward"]')).toContainText(reward)
    await expect(accounts.locator('[data-adds-up="true"]')).toContainText('after the deciding verdict')
    await page.goBack()
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'Result' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('publishes the result from the first screen, and is led to the pull request', async () => {
    const panel = page.getByRole('region', { name: 'Publish to the repository' })
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(panel.getByRole('button', { name: 'Publish' })).toBeInViewport()
    await panel.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'I have read them, publish' }).click()
    const pull = panel.getByRole('link', { name: 'Open the pull request' })
    await expect(pull).toHaveAttribute('href', new RegExp(`/${repository}/pull/\\d+$`), { timeout: 60_000 })
    await expect(panel.locator('[data-publication="PUBLISHED"]')).toBeVisible()
    await capture('job-published')
  })

  await test.step('a service that shows other files than were committed to is found out', async () => {
    await page.route('**/result/', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      body.changes[0].content = btoa('export const slugify = () => "mine"\n')
      await route.fulfill({ response, json: body })
    })
    await page.reload()
    await expect(page.getByRole('alert').getByText('This doesn’t match the commitment')).toBeVisible()
    await expect(page.locator('[data-commitment="result"]').getByText('Mismatch', { exact: true })).toHaveCount(2)
    await capture('job-tampered')
  })
})

const step = (page: Page, name: string, state: string) => page.locator(`[data-step="${name}"][data-state="${state}"]`)

/** Puts the words where a person would paste them. */
async function paste(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(words)
}
