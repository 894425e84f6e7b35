import { readFile } from 'node:fs/promises'
import { ApiError } from '#lib/client/api.ts'
import { Person } from '#test/people/person.ts'
import { fill } from '#tools/demo/journey.ts'
import { expect, test } from './fixtures.ts'
import { browseAs } from './steps/browse-as.ts'
import type { Stack } from './steps/stack.ts'

test('a person takes their data along and deletes the account, giving up what the wallet holds', async ({
  page,
  capture,
  expectedErrors,
  stack,
}) => {
  expectedErrors.push(/status of (401|409)/)
  const guest = await fundedGuest(stack)
  const { id } = (await guest.call('getMe')).user
  await browseAs(page.context(), guest)
  await page.goto('/settings')
  const account = page.getByRole('region', { name: 'Your data and account' })

  await test.step('downloads what is stored', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      account.getByRole('button', { name: 'Download my data' }).click(),
    ])
    const data = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(data).toMatchObject({ users: [{ id }], wallets: [{}], sessions: [{}] })
  })

  await test.step('reads what goes and what stays, and can turn back', async () => {
    await account.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled()
    await capture('settings-delete-account')
    await dialog.getByRole('textbox', { name: 'Type “delete” to confirm' }).fill('delete')
    await dialog.getByRole('button', { name: 'Keep account' }).click()
    await expect(dialog).toBeHidden()
    await account.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Type “delete” to confirm' })).toHaveValue('')
    await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Keep account' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('learns that the wallet holds money, gives it up, and is gone', async () => {
    await account.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Type “delete” to confirm' }).fill('delete')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Your wallet holds')
    await capture('settings-money-left')
    const giveUp = dialog.getByRole('checkbox', { name: /^Give up .* USDC in my wallet/ })
    await giveUp.check()
    const held = async () => (await guest.call('getWalletBalance')).balance.amount
    const seen = await held()
    await fill(stack, (await guest.call('getWallet')).address)
    await expect.poll(held).not.toBe(seen)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(giveUp, 'another amount than the one that was ticked').not.toBeChecked()
    await giveUp.check()
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(page).toHaveURL('/')
    const refused = await guest.signIn().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refused instanceof ApiError && refused.problem.code).toBe('account_erased')
  })
})

/** A client of the guests with a wallet that holds test money, and nothing under way. */
async function fundedGuest(stack: Stack): Promise<Person> {
  const guest = new Person('guest-1', 'guest-1', stack.places)
  await guest.signIn()
  await guest.call('becomeClient')
  const answer = await guest.call('initializeWallet', { idempotencyKey: crypto.randomUUID() })
  if (answer.status === 'challenge') await guest.approve(answer.challenge_id, answer.wallet_session)
  await expect.poll(async () => (await guest.call('syncWallet')).is_owner_registered, { timeout: 60_000 }).toBe(true)
  await fill(stack, (await guest.call('getWallet')).address)
  const underWay = async () => {
    const { data } = await guest.call('listTransactions')
    return data.filter(({ ended_at }) => ended_at === null).length
  }
  await expect.poll(underWay, { timeout: 60_000 }).toBe(0)
  return guest
}
