import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { schemes, widths } from './views.ts'

const style = `body { margin: 0; font: 13px system-ui, sans-serif; background: #888 }
section { display: grid; grid-template-columns: repeat(auto-fill, 620px); gap: 24px; padding: 24px; background: #d4d7db }
#dark { background: #000; color: #ddd }
figure { margin: 0 }
figcaption { margin-bottom: 6px; font-weight: 600 }
.widths { display: flex; gap: 8px; align-items: flex-start }
img { max-height: 420px; object-fit: cover; object-position: top; border: 1px solid #8888 }
.w360 { width: 130px } .w768 { width: 180px } .w1440 { width: 280px }`

/** One page with every picture beside the others, and a picture of that page for each scheme. */
export async function writeContactSheet(browser: Browser, folder: string, names: readonly string[]): Promise<void> {
  const sections = schemes.map(
    (scheme) => `<section id="${scheme}">${names.map((name) => figure(name, scheme)).join('\n')}</section>`,
  )
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title><style>${style}</style>
${sections.join('\n')}</html>\n`
  const file = join(folder, 'contact-sheet.html')
  await writeFile(file, html)
  const page = await browser.newPage({ viewport: { width: 1980, height: 1000 } })
  await page.goto(pathToFileURL(file).href)
  for (const scheme of schemes)
    await page.locator(`#${scheme}`).screenshot({ path: join(folder, `contact-sheet-${scheme}.png`) })
  await page.close()
}

function figure(name: string, scheme: string): string {
  const pictures = widths.map((width) => {
    const file = `${name}-${width}-${scheme}.png`
    return `<a href="${file}"><img class="w${width}" src="${file}" alt="${name} at ${width}"></a>`
  })
  return `<figure><figcaption>${name}</figcaption><div class="widths">${pictures.join('')}</div></figure>`
}
