import { type Page, test as plain } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { fundThroughApi, unwanted } from './steps/fund.ts'
import { auditPages, browserArguments } from './steps/lighthouse.ts'

const rows = (page: Page) => page.getByRole('region', { name: 'Results' }).getByRole('heading', { level: 2 })
const choice = (page: Page, facet: string, name: string) =>
  page.getByRole('region', { name: facet, exact: true }).getByRole('link', { name: new RegExp(`^${name} `) })

test('anyone reads and filters without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  // The very first counts of a cold machine may come too late for a page without scripts, which says so.
  await expect(async () => {
    await page.goto('/issues')
    await expect(rows(page).first()).toBeVisible()
    await expect(choice(page, 'Label', 'bug')).toBeVisible({ timeout: 500 })
  }).toPass()
  const all = await rows(page).count()

  await choice(page, 'Label', 'bug').click()
  await expect(page).toHaveURL(/\?label=bug$/)
  await expect(async () => {
    await page.reload()
    await expect(choice(page, 'Label', 'bug')).toHaveAttribute('aria-current', 'true', { timeout: 500 })
  }).toPass()
  const bugs = await rows(page).count()
  expect(bugs).toBeLessThan(all)
  await expect(page.getByRole('status')).toHaveText(`${bugs} issues`)

  await page.getByRole('searchbox').fill('apostrophe')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/label=bug.*q=apostrophe|q=apostrophe.*label=bug/)
  await expect(rows(page)).toHaveText(['An apostrophe should not split a word'])
  await page.getByRole('link', { name: 'Best match' }).click()
  await expect(page).toHaveURL(/sort=relevance/)

  await page.getByRole('link', { name: 'An apostrophe should not split a word' }).click()
  await expect(page).toHaveURL(/\/issues\/acme:slugify-lite:8$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('An apostrophe should not split a word')

  await page.goto('/issues?limit=2')
  const first = await rows(page).allTextContents()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(rows(page)).toHaveCount(2)
  for (const title of await rows(page).allTextContents()) expect(first).not.toContain(title)
  await context.close()
})

test('filters answer at once by mouse and by keyboard alone, and the address always says what is shown', async ({
  page,
}) => {
  await page.goto('/issues')
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))
  const all = await rows(page).count()

  await test.step('by mouse, several in a hurry', async () => {
    await choice(page, 'Label', 'bug').click()
    await choice(page, 'Label', 'question').click()
    await expect(page).toHaveURL(/label=bug%2Cquestion/)
    await page.getByRole('link', { name: 'Remove filter Label: bug' }).click()
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expect(page).toHaveURL(/\/issues$/)
    await expect(rows(page)).toHaveCount(all)
  })

  await test.step('by keyboard alone', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('greek')
    await expect(page).toHaveURL(/q=greek/)
    await expect(rows(page)).toHaveCount(1)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await expect(rows(page)).toHaveCount(all)
    await page.getByRole('searchbox').blur()
    const titles = await rows(page).allTextContents()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(page.getByRole('link', { name: titles[1] ?? '' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('k')
    await expect(page.getByRole('link', { name: titles[1] ?? '' })).toBeFocused()
    expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[1] ?? '')
  })

  await test.step('letters do nothing for those who turned them off', async () => {
    await page.goBack()
    await page.getByText('Keyboard', { exact: true }).click()
    await page.getByLabel('Use the keys /, j and k').uncheck()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).not.toBeFocused()
  })
})

test('a search can be followed and shared, and its picture is made here', async ({ page }) => {
  await page.goto('/issues?label=bug&sort=updated')
  for (const [name, type, shown] of [
    ['Atom', 'application/atom+xml', '<feed'],
    ['RSS', 'application/rss+xml', '<rss'],
    ['JSON Feed', 'application/feed+json', 'jsonfeed.org'],
  ] as const) {
    const href = await page.getByRole('link', { name, exact: true }).getAttribute('href')
    expect(href).toContain('label=bug')
    await expect(page.locator(`link[rel=alternate][type="${type}"]`)).toHaveAttribute('href', /label=bug/)
    const answer = await page.request.get(href ?? '')
    expect(answer.headers()['content-type']).toContain(type)
    expect(await answer.text()).toContain(shown)
  }
  for (const path of ['/issues?label=bug', '/issues/acme:slugify-lite:4']) {
    await page.goto(path)
    const image = await page.locator('meta[property="og:image"]').getAttribute('content')
    const picture = await page.request.get(image ?? '')
    expect(picture.headers()['content-type']).toBe('image/png')
    expect((await picture.body()).length).toBeGreaterThan(5_000)
    for (const name of ['og:image:alt', 'twitter:image:alt']) {
      const alt = page.locator(`meta[property="${name}"], meta[name="${name}"]`)
      await expect(alt).toHaveAttribute(
        'content',
        path.includes('label') ? /Label: bug/ : /^acme\/slugify-lite #4: \S.* · /,
      )
    }
  }
  const map = await (await page.request.get('/sitemap.xml')).text()
  expect(map).toContain('/issues/acme:slugify-lite:4</loc>')
  expect(await (await page.request.get('/robots.txt')).text()).toContain('/sitemap.xml')
})

test('what is empty, wrong or unknown is named, with a way out', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/)
  await page.goto('/issues?label=bug&q=nowhere')
  await expect(page.getByText('No issues match all of these filters')).toBeVisible()
  await page.getByRole('link', { name: 'Remove filter “nowhere”' }).click()
  await expect(rows(page).first()).toBeVisible()

  await page.goto('/issues?funding=rich&label=bug')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We don’t recognise a filter in this address')
  await expect(page.getByText('funding=rich')).toBeVisible()
  await page.getByRole('link', { name: 'Search without it' }).click()
  await expect(page).toHaveURL(/\/issues\?label=bug$/)

  await page.goto('/issues?cursor=bWFkZSB1cA')
  await expect(page.getByText('We don’t recognise this page of the list.')).toBeVisible()

  const answer = await page.goto('/issues/acme:slugify-lite:9999')
  expect(answer?.status()).toBe(404)
  await page.getByRole('link', { name: 'See all listed issues' }).click()
  await expect(page).toHaveURL(/\/issues$/)
})

test('a funded issue shows its terms and its proof, which this browser checks against the chain', async ({
  page,
  stack,
}) => {
  const { draft } = await fundThroughApi(stack, unwanted)
  await page.goto(`/issues/acme:slugify-lite:${draft.issue.number}`)
  await expect(page.getByRole('heading', { name: 'Open for work' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Verification commands' })).toBeVisible()
  await page.getByRole('button', { name: 'Check in this browser' }).click()
  await expect(page.getByText('Match', { exact: true })).toHaveCount(2)
  await page.getByRole('link', { name: 'Work on it with your agent' }).click()
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fagents/)
})

test('figures fill their grid and tables stay in their column, on a phone, on a desktop and on paper', async ({
  page,
  livedIn,
}) => {
  for (const path of ['/transparency', '/verifiers', `/jobs/${livedIn.jobs.settled}`]) {
    await page.goto(path)
    await page.locator('details').evaluateAll((parts) => parts.map((part) => part.setAttribute('open', '')))
    for (const { width, media } of [
      { width: 360, media: 'screen' },
      { width: 768, media: 'screen' },
      { width: 1440, media: 'screen' },
      { width: 794, media: 'print' },
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ media })
      const where = `${path} at ${width} px, ${media}`
      expect(await page.locator('main dl[data-columns]').evaluateAll(rowsWithRoom), where).toEqual([])
      expect(await page.locator('main table').evaluateAll(tooWide), where).toEqual([])
    }
  }
})

/** The last figure of each row that ends before its grid does. */
function rowsWithRoom(grids: Element[]): string[] {
  return grids.flatMap((grid) => {
    const end = grid.getBoundingClientRect().right
    const lastOfRow = new Map([...grid.children].map((cell) => [cell.getBoundingClientRect().top, cell]))
    const short = [...lastOfRow.values()].filter((cell) => end - cell.getBoundingClientRect().right > 3)
    return short.map((cell) => cell.textContent)
  })
}

/** Tables that end beyond what they stand in. */
function tooWide(tables: Element[]): string[] {
  const endOf = (element: Element | null) => Math.round(element?.getBoundingClientRect().right ?? 0)
  return tables.filter((table) => endOf(table) > endOf(table.parentElement)).map((table) => table.textContent)
}

plain(
  'list and detail score 95 or more for accessibility, best practices and search engines',
  async ({ baseURL, launchOptions }) => {
    const urls = ['/issues', '/issues/acme:slugify-lite:4'].map((path) => `${baseURL}${path}`)
    const browser = {
      ...(launchOptions.executablePath && { executablePath: launchOptions.executablePath }),
      args: browserArguments,
    }
    const audits = await auditPages(urls, ['accessibility', 'best-practices', 'seo'], browser)
    for (const { url, scores, failing } of audits)
      for (const [category, score] of Object.entries(scores))
        expect(score, `${category} of ${url}: ${failing.join('; ')}`).toBeGreaterThanOrEqual(95)
  },
)
