import { expect, test } from './fixtures.ts'
import { browseAs } from './steps/browse-as.ts'

test('a client deletes chosen drafts at once, and duplicates a funded one', async ({
  page,
  capture,
  expectedErrors,
  livedIn: seen,
}) => {
  expectedErrors.push(/status of 409/)
  await browseAs(page.context(), seen.people.client)
  await page.goto('/client/drafts?group=funded')
  const main = page.getByRole('main')

  await test.step('opens the copy, which is a draft of the same issue', async () => {
    await main
      .locator(`[data-draft="${seen.drafts.funded}"]`)
      .getByRole('button', { name: /^Duplicate/ })
      .click()
    await page.waitForURL(/\/client\/drafts\/[\w-]{36}$/)
    await expect(main.getByRole('button', { name: 'Review draft' })).toBeVisible()
  })
  const copy = page.url().split('/').at(-1) ?? ''

  await test.step('is led to that copy instead of a second one', async () => {
    await page.goto('/client/drafts?group=funded')
    await main
      .locator(`[data-draft="${seen.drafts.funded}"]`)
      .getByRole('button', { name: /^Duplicate/ })
      .click()
    await expect(main.getByRole('link', { name: 'Open that draft.' })).toHaveAttribute('href', `/client/drafts/${copy}`)
    await capture('draft-exists')
  })

  await test.step('deletes it with one confirmation, and nothing else', async () => {
    await page.goto('/client/drafts')
    const rows = main.locator('[data-draft]')
    await expect(main.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
    const before = await rows.count()
    await main.locator(`[data-draft="${copy}"]`).getByRole('checkbox').check()
    await capture('drafts-chosen')
    await main.getByRole('button', { name: 'Delete 1 draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(main.locator(`[data-draft="${copy}"]`)).toBeHidden()
    expect(await rows.count()).toBe(before - 1)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(main.locator(`[data-draft="${copy}"]`)).toBeVisible()
    await capture('draft-restored')
    await seen.people.client.call('deleteDraft', { params: { id: copy } })
  })

  await test.step('deletes another copy on its own page, which asks for it no more', async () => {
    await page.goto('/client/drafts?group=funded')
    await main
      .locator(`[data-draft="${seen.drafts.funded}"]`)
      .getByRole('button', { name: /^Duplicate/ })
      .click()
    await page.waitForURL(/\/client\/drafts\/[\w-]{36}$/)
    await main.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
    await page.waitForURL(/\/client\/drafts$/)
  })
})

test('a client reads where the money of the wallet went', async ({ page, livedIn: seen }) => {
  await browseAs(page.context(), seen.people.client)
  await page.goto('/client/transactions')
  const main = page.getByRole('main')
  const newest = main.locator('td[data-label="Balance"][data-empty="false"]').first()
  const balance = await main.locator('[data-balance]').getAttribute('data-balance')
  await expect(newest).toHaveText(`${balance?.replace(/0{0,4}$/, '')} USDC`)

  // Which job it was, and its receipt, are read on one line.
  const receipts = main.locator('span').filter({ has: page.getByRole('link', { name: 'Receipt' }) })
  await expect(receipts.first()).toContainText(/job\s\d+ · Receipt/)
  const rows = (line: Element) => new Set([...line.getClientRects()].map(({ top }) => Math.round(top))).size
  for (const line of await receipts.all()) expect(await line.evaluate(rows)).toBe(1)

  await main.getByRole('tab', { name: /^Money in/ }).click()
  await expect(page).toHaveURL(/\?group=in$/)
  await expect(main.locator('tr[data-kind="settlement"]').first()).toBeVisible()
  await expect(main.locator('tr[data-kind="funding"]')).toHaveCount(0)
  await main.locator('tr[data-kind="settlement"]').first().getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt of job/ })).toBeVisible()

  await page.goto('/client/transactions?group=out')
  await main
    .getByRole('button', { name: /^Details: Funding/ })
    .first()
    .click()
  await expect(main.getByText('Idempotency key')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('jobwright-transactions.csv')
})

test('a phone shows the chosen tab of a list, and a draft is found by the number of its issue', async ({
  page,
  livedIn: seen,
}) => {
  await browseAs(page.context(), seen.people.client)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/client/jobs?group=ended')
  const main = page.getByRole('main')
  await expect(main.getByRole('tab', { name: /^Ended/ })).toBeInViewport({ ratio: 0.9 })
  await page.goto('/client/drafts?group=funded')
  const row = main.locator(`[data-draft="${seen.drafts.funded}"]`)
  const number = /#(\d+)/.exec((await row.textContent()) ?? '')?.[1]
  await main.getByRole('searchbox').fill(`#${number}`)
  await expect(page).toHaveURL(new RegExp(`q=%23${number}`))
  await expect(row).toBeVisible()
  await main.getByRole('searchbox').fill('#999999')
  await expect(main.getByText('No draft matches')).toBeVisible()
})

test('a search keeps what is typed, and follows the address', async ({ page, livedIn: seen }) => {
  await browseAs(page.context(), seen.people.client)
  const field = page.getByRole('main').getByRole('searchbox')
  for (const list of ['/client/jobs', '/client/drafts']) {
    await page.goto(list)
    await field.click()
    // Typed without a pause, so that letters come before the address has been shown.
    await field.pressSequentially('payment retry ')
    await expect(field).toHaveValue('payment retry ')
    await expect(page).toHaveURL(/\?q=payment\+retry$/)
    await field.press('Home')
    await field.pressSequentially('late ')
    await expect(page).toHaveURL(/\?q=late\+payment\+retry$/)
    await expect(field).toHaveValue('late payment retry ')
    await page.getByRole('navigation').locator(`a[href="${list}"]`).first().click()
    await expect(page).toHaveURL(new RegExp(`${list}$`))
    await expect(field).toHaveValue('')
  }
})
