import { html } from 'hono/html'

export type Markup = ReturnType<typeof html>

/** Paragraphs of a description, with its `code`, **bold** words and nothing else of Markdown. Everything is escaped. */
export function paragraphs(text: string): Markup[] {
  return text
    .split('\n\n')
    .filter((part) => part.trim() !== '')
    .map((part) => html`<p>${inline(part)}</p>`)
}

/** The same for one line. */
export function inline(text: string): Markup[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.length > 2 && part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
    if (part.length > 4 && part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`
    return html`${part}`
  })
}

/** A block of code under its name, with a button that copies it where scripts run. */
export function codeBlock(code: string, name: string): Markup {
  return html`<div class="code"><div class="code-bar"><span>${name}</span><button type="button" class="scripted" data-copy>Copy<span class="unseen"> ${name}</span></button></div><pre tabindex="0" role="region" aria-label="${name}"><code>${code}</code></pre></div>`
}
