import { expect, type Page } from 'playwright/test'

/** Signs out of a tab that keeps unsaved text, which it then forgets. */
export async function signOutUnsaved(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out without saving?' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
}
