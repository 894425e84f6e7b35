import type { Page } from 'playwright/test'
import { ownerOf } from '#tools/start/runtimes.ts'
import { expect, test } from './fixtures.ts'
import { atHost, installationOf } from './steps/at-host.ts'
import { installApp } from './steps/install-app.ts'
import { signIn } from './steps/sign-in.ts'

type Request = { id: number; account: { login: string } }

test('a client learns what stands between them and their repositories, and what ends it', async ({
  page,
  capture,
  expectedErrors,
  stack,
}) => {
  const organisation = `guild-${Date.now() % 1_000_000}`
  const card = page.getByRole('region', { name: organisation })

  await test.step('asks for an installation that an owner must approve', async () => {
    const bea = ownerOf('bea', stack.places)
    await bea.signIn()
    await bea.call('becomeClient')
    for (const { installation_id } of (await bea.call('getGithubStatus')).installations)
      await bea.call('disconnectGithubInstallation', { params: { installation_id: String(installation_id) } })
    await atHost(stack.places, 'PUT', '/orgs', { login: organisation })
    await atHost(stack.places, 'PUT', `/orgs/${organisation}/members/bea-both`, { role: 'member' })
    await atHost(stack.places, 'POST', '/repos', { owner: organisation, name: 'tools' })
    await atHost(stack.places, 'PUT', `/repos/${organisation}/tools/collaborators/bea-both`, { permission: 'push' })
    await page.goto('/client/repositories')
    await signIn(page, 'Bea Both', '/client/repositories')
    await page.getByRole('button', { name: /Connect/ }).click()
    await installApp(page, 'bea-both', organisation)
    await page.waitForURL('/client/repositories')
    await expect(page.locator('[data-note="requested"]')).toContainText('has to approve the installation')
    await capture('repositories-requested')
  })

  await test.step('sees the repositories once the owner has agreed, without doing anything', async () => {
    const requests = await atHost<Request[]>(stack.places, 'GET', '/installation-requests')
    const request = requests.find(({ account }) => account.login === organisation)
    await atHost(stack.places, 'POST', `/installation-requests/${request?.id}/approval`)
    await expect(card.getByRole('link', { name: `${organisation}/tools` })).toBeVisible({ timeout: 45_000 })
    await expect(page.locator('[data-note="requested"]')).toBeHidden()
    await expect(card).toContainText('Synced')
  })

  await test.step('reads again what an owner suspended and resumed', async () => {
    const installation = await installationOf(stack.places, organisation)
    await atHost(stack.places, 'PUT', `/installations/${installation}/suspended`)
    await readAgain(page, organisation)
    await expect(page.locator('[data-note="host"]')).toContainText(
      `An owner of ${organisation} has to lift the suspension`,
    )
    await expect(card).toContainText('While the installation is suspended')
    await capture('repositories-suspended')
    await atHost(stack.places, 'DELETE', `/installations/${installation}/suspended`)
    await readAgain(page, organisation)
    await expect(page.locator('[data-note="host"]')).toBeHidden()
    await expect(card.getByRole('link', { name: `${organisation}/tools` })).toBeVisible()
  })

  await test.step('learns of a host that limits requests', async () => {
    expectedErrors.push(/status of 503/)
    await atHost(stack.places, 'PUT', '/faults', { rateLimit: { kind: 'primary', count: 100, resetInSeconds: 60 } })
    await page.getByRole('button', { name: `Sync: ${organisation}` }).click()
    await expect(page.getByText('The repository host limits how often we can ask.')).toBeVisible()
    await capture('repositories-limited')
    await atHost(stack.places, 'PUT', '/faults', {})
  })

  await test.step('connects again after the host refused the connection', async () => {
    expectedErrors.push(/status of 409/)
    await atHost(stack.places, 'DELETE', '/authorizations/bea-both')
    await page.reload()
    await page.getByRole('button', { name: `Sync: ${organisation}` }).click()
    const note = page.locator('[data-note="refused"]')
    await expect(note).toContainText('Funded jobs continue.')
    await capture('repositories-refused')
    await page.goto('/settings')
    await expect(page.getByRole('region', { name: 'Repository host' })).toContainText('no longer accepts')
    await page.goto('/client/repositories')
    await atHost(stack.places, 'PUT', `/orgs/${organisation}/members/bea-both`, { role: 'admin' })
    await note.getByRole('button', { name: 'Connect again' }).click()
    await installApp(page, 'bea-both', organisation)
    await page.waitForURL('/client/repositories')
    await expect(note).toBeHidden()
    await expect(card.getByRole('link', { name: `${organisation}/tools` })).toBeVisible()
  })

  await test.step('disconnects, after reading what ends and what goes on', async () => {
    await page.getByRole('button', { name: `Disconnect: ${organisation}` }).click()
    await expect(page.getByRole('dialog')).toContainText('Continues: funded jobs')
    await capture('repositories-disconnect')
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByText(`${organisation} is disconnected.`)).toBeVisible()
    await expect(card).toBeHidden()
  })
})

async function readAgain(page: Page, account: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/refresh/'))
  await page.getByRole('button', { name: `Sync: ${account}` }).click()
  await answered
}
