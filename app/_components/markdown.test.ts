import { MantineProvider } from '@mantine/core'
import { type Browser, chromium, type Page } from 'playwright'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser } from '#test/find-browser.ts'
import { hostileMarkdown } from './hostile-markdown.ts'
import { Markdown } from './markdown.tsx'

let browser: Browser
let page: Page
/** Everything that the shown texts tried to fetch, open or say. */
const attempts: string[] = []
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
  page = await browser.newPage()
  await page.route('**', (route) => {
    attempts.push(route.request().url())
    return route.abort()
  })
  page.on('dialog', (dialog) => dialog.dismiss())
  page.context().on('page', (opened) => {
    attempts.push(`opened ${opened.url()}`)
    void opened.close()
  })
})
afterAll(() => browser.close())

type Seen = { struck: boolean; strangers: string[] }

/** Shows each markup in a separate frame without a content policy and clicks everything that can be clicked. */
async function play(markups: readonly string[]): Promise<{ frames: Seen[]; attempts: string[] }> {
  await page.goto('about:blank')
  attempts.length = 0
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const frames = markups.map((markup) => `<iframe srcdoc="${quoted(`<main>${markup}</main>`)}"></iframe>`)
  await page.setContent(frames.join(''))
  const seen = await page.evaluate(async (allowed) => {
    const windows = [...document.querySelectorAll('iframe')].map((frame) => frame.contentWindow)
    const elementsOf = (view: Window | null) => [...(view?.document.querySelectorAll('main *') ?? [])]
    const strangersIn = (element: Element) => {
      const names = element.getAttributeNames().filter((name) => {
        const value = element.getAttribute(name) ?? ''
        if (name === 'href') return !/^https?:\/\//.test(value)
        if (name === 'style') return !/^(--[\w-]+:[\w\s().-]+;?)*$/.test(value)
        return !new RegExp(allowed.attributes).test(name)
      })
      return [...(new RegExp(allowed.elements).test(element.localName) ? [] : [element.localName]), ...names]
    }
    const strangers = windows.map((view) => elementsOf(view).flatMap(strangersIn))
    for (const element of windows.flatMap(elementsOf)) {
      if (element.localName === 'a' && /^https?:/.test(element.getAttribute('href') ?? '')) continue
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    return windows.map((view, index) => ({
      struck: view !== null && 'struck' in view,
      strangers: strangers[index] ?? [],
    }))
  }, known)
  return { frames: seen, attempts: [...attempts] }
}

const known = {
  elements:
    '^(a|blockquote|br|code|del|div|em|h[1-6]|hr|li|ol|p|pre|span|strong|sup|table|tbody|td|th|thead|tr|ul|section)$',
  attributes: '^(class|rel|target|data-[a-z-]+|start|align)$',
}

const render = (text: string) =>
  renderToStaticMarkup(
    createElement(
      MantineProvider,
      { withCssVariables: false, withGlobalClasses: false },
      createElement(Markdown, { text }),
    ),
  )

test('a browser that is shown a payload as it is runs it, fetches it or follows it', async () => {
  const { frames, attempts: fetched } = await play([
    '<svg onload="globalThis.struck=true"></svg>',
    '<a href="javascript:void(globalThis.struck=true)">press</a>',
    '<div onmouseover="globalThis.struck=true">x</div>',
    '<img src="http://example.com/x" name="x">',
  ])
  expect(frames.map(({ struck }) => struck)).toEqual([true, true, true, false])
  expect(frames[3]?.strangers).toEqual(['img', 'src', 'name'])
  expect(fetched).toEqual(['http://example.com/x'])
})

test('more than three hundred hostile texts are shown with nothing run, fetched or left in the page', async () => {
  expect(new Set(hostileMarkdown).size).toBeGreaterThanOrEqual(300)
  for (let from = 0; from < hostileMarkdown.length; from += 50) {
    const texts = hostileMarkdown.slice(from, from + 50)
    const { frames, attempts: made } = await play(texts.map(render))
    expect(frames.map((seen, index) => ({ text: texts[index], ...seen }))).toEqual(
      texts.map((text) => ({ text, struck: false, strangers: [] })),
    )
    expect(made).toEqual([])
  }
})
