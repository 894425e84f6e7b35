import type { Page } from 'playwright/test'

/** Goes through the provider's pages as that person, from the sign-in page to where it leads. */
export async function signIn(page: Page, persona: string, arrival: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: persona }).click()
  await page.waitForURL(arrival)
}
