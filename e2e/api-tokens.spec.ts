import { expect, test } from './fixtures.ts'
import { signIn } from './steps/sign-in.ts'
import { visit } from './steps/visit.ts'

test('a person gives a program a token for what it may do, sees it used, and takes it back', async ({
  page,
  capture,
  stack: { places },
}) => {
  const name = `Night report ${Date.now()}`
  const line = page.getByRole('listitem').filter({ hasText: name })
  const ask = (path: string, token: string, init: RequestInit = {}) =>
    fetch(`${places.origin}/api/v1/programs/${path}`, { ...init, headers: { authorization: `Bearer ${token}` } })
  let token = ''

  await test.step('creates it with two scopes, and copies it once', async () => {
    await page.goto('/settings/tokens')
    await signIn(page, 'Will Worker', '/settings/tokens')
    await page.getByRole('button', { name: 'Create token' }).click()
    const form = page.getByRole('dialog', { name: 'Create an API token' })
    await form.getByRole('button', { name: 'Create token' }).click()
    await expect(form).toContainText('Enter a name')
    await expect(form).toContainText('Choose at least one')
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    await form.getByRole('checkbox', { name: 'account:read' }).check()
    await form.getByRole('checkbox', { name: 'agents:read' }).check()
    // Like a new sign-in, which the form may ask for.
    await page.reload()
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
    await form.getByText('7 days').click()
    await form.getByRole('button', { name: 'Create token' }).click()
    const shown = page.getByRole('dialog', { name: 'Copy the token' })
    token = (await shown.getByText(/^jw_pat_/).textContent()) ?? ''
    expect(token).toMatch(/^jw_pat_\w{20,}$/)
    await shown.getByRole('button', { name: 'I have copied it' }).click()
    await expect(line).toContainText('account:read agents:read')
    await expect(line).toContainText('Never used')
    await expect(page.locator('body')).not.toContainText(token)
  })

  await test.step('the program reads what the scopes allow, and nothing else', async () => {
    const agents = await ask('agents/', token)
    expect(agents.status).toBe(200)
    expect(((await agents.json()) as { data: unknown[] }).data.length).toBeGreaterThan(0)
    const jobs = await ask('client/jobs/', token)
    expect([jobs.status, await jobs.json()]).toEqual([403, expect.objectContaining({ code: 'insufficient_scope' })])
    const session = await fetch(`${places.origin}/api/v1/agents/`, { headers: { authorization: `Bearer ${token}` } })
    expect([session.status, await session.json()]).toEqual([401, expect.objectContaining({ code: 'wrong_credential' })])
  })

  await test.step('the settings say when it was used', async () => {
    await visit(page, '/settings/tokens')
    await expect(line).toContainText('Last used')
    await capture('tokens-used')
    await page.getByRole('link', { name: 'Connect a program or an assistant' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect a program or an assistant')
    await page.goBack()
  })

  await test.step('revokes it, and its next request is refused', async () => {
    await line.getByRole('button', { name: `Revoke the token: ${name}` }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await expect(line).toContainText('Revoked')
    const refused = await ask('agents/', token)
    expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ code: 'token_invalid' })])
  })
})
