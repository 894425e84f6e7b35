/** What every page of the API reference does: search, copying, the language of examples, and links of older releases. */
openLinkedOperation()
window.addEventListener('hashchange', openLinkedOperation)
offerCopying()
keepLanguage()
offerSearch()

/** `#/tag/operationId` leads to the operation's own page. */
function openLinkedOperation(): void {
  if (!/^#\/[\w-]+\/\w+$/.test(location.hash)) return
  const link = document.getElementById(location.hash.slice(1))?.querySelector('a')
  if (link) location.replace(link.href)
}

function offerCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const label = button.innerHTML
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.closest('.code')?.querySelector('code')?.textContent ?? '')
      button.textContent = 'Copied'
      setTimeout(() => {
        button.innerHTML = label
      }, 2_000)
    })
  }
}

/** Every page shows the language that was chosen last. */
function keepLanguage(): void {
  const key = 'reference-language'
  const chosen = localStorage.getItem(key)
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="language"]')) {
    if (radio.value === chosen) radio.checked = true
    radio.addEventListener('change', () => localStorage.setItem(key, radio.value))
  }
}

function offerSearch(): void {
  const search = document.querySelector('search')
  const input = search?.querySelector('input')
  if (!search || !input) return
  const load = () => import('./search.ts').then(({ startSearch }) => startSearch(search, input))
  input.addEventListener('focus', load, { once: true })
  window.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}
