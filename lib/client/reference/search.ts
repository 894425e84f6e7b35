/** Something to be found, as `search.json` has it. */
type Entry = { title: string; detail: string; href: string; words: string }

const shownMax = 12

/** Shows what has every word of the input, and moves through it with the arrow keys. */
export async function startSearch(search: HTMLElement, input: HTMLInputElement): Promise<void> {
  const entries = await loadEntries()
  const found = search.querySelector<HTMLElement>('.found')
  const status = search.querySelector('[role="status"]')
  const list = search.querySelector('ol')
  if (!found || !status || !list) return
  const show = () => {
    const results = findEntries(entries, input.value)
    found.hidden = input.value.trim() === ''
    status.textContent = found.hidden ? '' : countText(results.length)
    list.replaceChildren(...results.slice(0, shownMax).map(toItem))
  }
  input.addEventListener('input', show)
  search.addEventListener('keydown', (event) => move(event, { input, links: [...list.querySelectorAll('a')], found }))
  search.addEventListener('focusout', ({ relatedTarget }) => {
    if (!search.contains(relatedTarget as Node | null)) found.hidden = true
  })
  input.addEventListener('focus', show)
  list.addEventListener('click', () => {
    found.hidden = true
  })
  show()
}

async function loadEntries(): Promise<Entry[]> {
  const response = await fetch('/api/docs/assets/search.json')
  return response.ok ? response.json() : []
}

/** Those with a word in their title or path come before those that only mention it. */
function findEntries(entries: Entry[], query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const scored = entries.map((entry) => ({ entry, score: scoreOf(entry, words) }))
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}

function scoreOf({ title, detail, words: mentioned }: Entry, words: string[]): number {
  let score = 0
  for (const word of words) {
    const [id = ''] = mentioned.toLowerCase().split(' ')
    if (title.toLowerCase().includes(word)) score += 4
    else if (id.includes(word)) score += 3
    else if (detail.toLowerCase().includes(word)) score += 2
    else if (mentioned.toLowerCase().includes(word)) score += 1
    else return 0
    if (id === word) score += 4
  }
  return score
}

function countText(count: number): string {
  if (count === 0) return 'Nothing found. Try a path, a field or a problem code.'
  if (count > shownMax) return `${count} results, the first ${shownMax} below`
  return count === 1 ? '1 result' : `${count} results`
}

function toItem({ title, detail, href }: Entry): HTMLLIElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  const second = document.createElement('span')
  link.href = href
  link.textContent = title
  second.textContent = detail
  link.append(second)
  item.append(link)
  return item
}

type Parts = { input: HTMLInputElement; links: HTMLAnchorElement[]; found: HTMLElement }

function move(event: KeyboardEvent, { input, links, found }: Parts): void {
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (event.key === 'Escape' && !found.hidden) {
    input.focus()
    found.hidden = true
  } else if (event.key === 'Enter' && at < 0) links[0]?.click()
  else if (event.key === 'ArrowDown') (links[at + 1] ?? links[at])?.focus()
  else if (event.key === 'ArrowUp') (links[at - 1] ?? input).focus()
  else return
  event.preventDefault()
}
