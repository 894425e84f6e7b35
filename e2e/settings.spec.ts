import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { ApiError } from '#lib/client/api.ts'
import { Person, type Places } from '#test/people/person.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './steps/sign-in.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

test('a person sees where they are signed in, ends what they do not want, and leaves by ending this one', async ({
  page,
  capture,
  expectedErrors,
  stack: { places },
}) => {
  const onPhone = personAt(places, phone)
  const byProgram = personAt(places, 'curl/8.5.0')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  const lines = sessions.getByRole('listitem')

  await test.step('is asked to sign in first, and comes back', async () => {
    await onPhone.signIn()
    await onPhone.call('becomeAgentOwner')
    await byProgram.signIn()
    await page.goto('/settings')
    await expect(page).toHaveURL('/sign-in?next=%2Fsettings')
    await signIn(page, 'Will Worker', '/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  })

  await test.step('finds every session in words, this one first', async () => {
    await expect(lines.first()).toContainText('Chrome on')
    await expect(lines.first()).toContainText('This browser')
    await expect(lines.filter({ hasText: 'This browser' })).toHaveCount(1)
    await expect(lines.filter({ hasText: 'Safari on iPhone' }).first()).toBeVisible()
    await expect(lines.filter({ hasText: 'Another program' }).first()).toBeVisible()
  })

  await test.step('ends the phone’s session, after being asked', async () => {
    const before = await lines.filter({ hasText: 'Safari on iPhone' }).count()
    await sessions.getByRole('button', { name: 'End the session: Safari on iPhone' }).first().click()
    await expect(page.getByRole('dialog')).toContainText('That browser is signed out at its next request.')
    await capture('settings-end-session')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await onPhone.call('getMe')
    await sessions.getByRole('button', { name: 'End the session: Safari on iPhone' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
    await expect(lines.filter({ hasText: 'Safari on iPhone' })).toHaveCount(before - 1)
    expect(await codeOf(onPhone.call('getMe'))).toBe('unauthenticated')
    await byProgram.call('getMe')
  })

  await test.step('ends all others at once', async () => {
    await sessions.getByRole('button', { name: 'End all other sessions' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End the others' }).click()
    await expect(lines).toHaveCount(1)
    await expect(sessions.getByRole('button', { name: 'End all other sessions' })).toBeHidden()
    expect(await codeOf(byProgram.call('getMe'))).toBe('unauthenticated')
  })

  await test.step('chooses the colours', async () => {
    await page.getByText('Dark', { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await page.getByText('System', { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  })

  await test.step('adds the other capability and sees the connection of a client', async () => {
    const add = page.getByRole('button', { name: 'Also fund jobs' })
    if (await add.isVisible()) {
      await expect(page.getByText('Only clients connect repositories.')).toBeVisible()
      await add.click()
      await page.waitForURL('/client')
      await page.getByRole('link', { name: 'Settings' }).click()
    }
    await expect(page.getByRole('region', { name: 'Roles' }).getByText('Yours')).toHaveCount(2)
    await expect(page.getByRole('region', { name: 'Repository host' })).toContainText('Not connected.')
    await page.getByRole('link', { name: 'Go to repositories' }).click()
    await expect(page).toHaveURL('/client/repositories')
  })

  await test.step('leaves by ending this session', async () => {
    expectedErrors.push(/ERR_FAILED/)
    await page.goto('/settings')
    await page.evaluate(() => {
      sessionStorage.setItem('jobwright.typed.draft.unsaved', '{"version":1}')
      sessionStorage.setItem('jobwright.wish', 'acme:slugify-lite:7')
    })
    const leave = async () => {
      await sessions.getByRole('button', { name: /^End the session/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    }
    await page.route('**/auth/logout/', (route) => route.abort())
    await leave()
    await expect(page.getByText('You are still signed in.')).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await leave()
    await expect(page).toHaveURL('/sign-in')
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /typed|wish/.test(key)))).toEqual([])
    await page.goto('/client')
    await expect(page).toHaveURL(/\/sign-in\?next/)
  })
})

test('a person has changes posted to a server, sees what became of each, and sends one again', async ({
  page,
  capture,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  const received: string[] = []
  let status = 500
  const server = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']))
    response.writeHead(status).end('busy')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const lines = page.getByRole('region', { name: 'Deliveries' }).getByRole('listitem')
  const tested = lines.filter({ hasText: 'webhook_endpoint.tested' })

  await test.step('adds an endpoint and copies its secret, which is shown once', async () => {
    await page.goto('/settings/webhooks')
    await signIn(page, 'Will Worker', '/settings/webhooks')
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'URL' }).fill('https://10.0.0.1/')
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    await expect(dialog.getByText('Use a public host name')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'URL' }).fill(`http://127.0.0.1:${port}/webhooks`)
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Build server')
    await dialog.getByText('Notifications only', { exact: true }).click()
    await capture('webhook-new')
    await dialog.getByRole('checkbox', { name: 'Money' }).click()
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    await expect(dialog.getByText(/^whsec_/)).toBeVisible()
    await capture('webhook-secret')
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Build server' })).toBeVisible()
    await expect(page.getByText('whsec_')).toHaveCount(0)
  })

  await test.step('sees a test event fail, and why', async () => {
    await page.getByRole('button', { name: 'Send test event' }).click()
    await expect(tested.getByText('Retrying')).toBeVisible()
    await tested.getByRole('button', { name: 'Details' }).click()
    await expect(tested).toContainText('Status 500')
    await expect(tested).toContainText('busy')
    await expect(page.getByRole('status').filter({ hasText: 'Deliveries are failing' })).toBeVisible()
  })

  await test.step('sends it again once the server works', async () => {
    status = 204
    await tested.getByRole('button', { name: 'Send again' }).click()
    await expect(tested.getByText('Delivered')).toBeVisible()
    expect(new Set(received).size).toBe(1)
  })

  await test.step('rotates the secret once, though the answer is lost, and deletes the endpoint', async () => {
    expectedErrors.push(/ERR_FAILED/)
    const rotation = '**/rotate-secret/'
    const secrets: string[] = []
    await page.route(rotation, async (route) => {
      const answer = await route.fetch()
      secrets.push((await answer.json()).signing_secret)
      await route.abort()
    })
    const rotate = async () => {
      await page.getByRole('button', { name: 'Rotate secret' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    }
    await rotate()
    await expect(page.getByText('We couldn’t reach the service')).toBeVisible()
    await page.unroute(rotation)
    await page.reload()
    await rotate()
    await expect(page.getByRole('dialog').getByText(/^whsec_/)).toHaveText(secrets[0] ?? '')
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await expect(page.getByText('Previous secret also signs until')).toBeVisible()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).click()
    await expect(page).toHaveURL('/settings/webhooks')
    await expect(page.getByText('Build server')).toHaveCount(0)
  })

  await test.step('is led to how a signature is verified', async () => {
    await page.getByRole('link', { name: 'How to verify signatures' }).click()
    await expect(page.getByRole('heading', { name: 'Receive webhooks' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'HMAC-SHA256' })).toBeVisible()
  })
  server.close()
})

test('a person confirms an address by the link in its e-mail, and chooses what is e-mailed', async ({
  page,
  capture,
}) => {
  const address = 'will@example.org'
  const mailbox = page.getByRole('link', { name: 'Open the local mailbox' })
  const settled = page.getByRole('checkbox', { name: 'E-mail: Job settled and paid' })

  await test.step('asks for a link and opens it from the mailbox', async () => {
    await page.goto('/settings/notifications')
    await signIn(page, 'Will Worker', '/settings/notifications')
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(address)
    await page.getByRole('button', { name: 'Send confirmation link' }).click()
    await expect(page.getByText(`We sent a link to ${address}`)).toBeVisible()
    await page.goto((await mailbox.getAttribute('href')) ?? '')
    const mail = page.getByRole('link', { name: 'Confirm your e-mail address' }).first()
    await expect(async () => {
      await page.reload()
      await expect(mail).toBeVisible({ timeout: 500 })
    }).toPass()
    await mail.click()
    await page.getByRole('link', { name: /confirm=/ }).click()
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByText(address, { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/settings/notifications')
  })

  await test.step('turns one e-mail off, which stays off', async () => {
    await expect(page.getByRole('checkbox', { name: 'In Jobwright: Signed in' })).toBeDisabled()
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
    await settled.uncheck()
    await saved
    await page.reload()
    await expect(settled).not.toBeChecked()
    await capture('notification-settings-confirmed')
  })

  await test.step('turns two quickly, of which the first is answered late', async () => {
    const inbox = page.getByRole('checkbox', { name: 'In Jobwright: Job settled and paid' })
    const answers: boolean[] = []
    await page.route('**/api/v1/notification-settings/', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      const response = await route.fetch()
      if (answers.length === 0 && 'inbox' in route.request().postDataJSON().changes[0]) await setTimeout(1_000)
      await route.fulfill({ response })
      answers.push(response.ok())
    })
    await inbox.uncheck()
    await settled.check()
    await expect.poll(() => answers).toEqual([true, true])
    await expect(inbox).not.toBeChecked()
    await expect(settled).toBeChecked()
    await page.unroute('**/api/v1/notification-settings/')
    await inbox.check()
  })
})

function personAt(places: Places, userAgent: string): Person {
  const send: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('user-agent', userAgent)
    return fetch(url, { ...init, headers })
  }
  return new Person('will', 'will-worker', places, send)
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (met: unknown) => met,
  )
  return error instanceof ApiError ? error.problem.code : 'none'
}
