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
