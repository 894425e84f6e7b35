'use client'
import { type ReactNode, useEffect, useRef } from 'react'
import { explorerText } from '#app/_text/explorer.ts'
import { useExplorer } from './explorer.tsx'
import { useLetters } from './letters.ts'
import { isPlainClick } from './plain-click.ts'
import classes from './results.module.css'

/** The list of results, walked by keys: / to the search, j and k or the arrows from issue to issue. */
export function Results({ children }: { children: ReactNode }) {
  const { isPending, open } = useExplorer()
  const list = useRef<HTMLElement>(null)
  const [areLettersOn] = useLetters()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!list.current || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
      if (isTyping(event.target)) return
      const isInside = list.current.contains(document.activeElement)
      const step = stepOf(event.key, { isInside, areLettersOn })
      if (event.key === '/' && areLettersOn) document.getElementById('issue-search')?.focus()
      else if (step !== 0) walk(list.current, step)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [areLettersOn])
  const opener = useRef(open)
  opener.current = open
  useEffect(() => {
    // One listener for all rows, which are plain links and so cost a phone nothing.
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-issue]')
      if (!link || !isPlainClick(event)) return
      event.preventDefault()
      opener.current(new URL(link.href).pathname)
    }
    const { current } = list
    current?.addEventListener('click', onClick)
    return () => current?.removeEventListener('click', onClick)
  }, [])
  return (
    <section ref={list} className={classes.results} aria-label={explorerText.results} aria-busy={isPending}>
      {children}
    </section>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Arrows scroll the page, so they walk only from within the list. */
function stepOf(key: string, { isInside, areLettersOn }: { isInside: boolean; areLettersOn: boolean }): number {
  if ((key === 'j' && areLettersOn) || (key === 'ArrowDown' && isInside)) return 1
  if ((key === 'k' && areLettersOn) || (key === 'ArrowUp' && isInside)) return -1
  return 0
}

function walk(list: HTMLElement, step: number): void {
  const links = [...list.querySelectorAll<HTMLElement>('[data-issue]')]
  const at = links.findIndex((link) => link.matches(':focus'))
  const next = at === -1 ? (step > 0 ? 0 : links.length - 1) : at + step
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
}
