'use client'
import { useEffect, useRef } from 'react'
import button from '#app/_components/button.module.css'
import { Icon } from '#app/_components/icon.tsx'
import { explorerText } from '#app/_text/explorer.ts'
import { changed } from '../_search.ts'
import { useExplorer } from './explorer.tsx'
import classes from './search-form.module.css'

const { search: text } = explorerText
const restMs = 250

/** Searches while one types; without scripts it is a form that keeps the other filters. */
export function SearchForm() {
  const { search, go } = useExplorer()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  const words = new URLSearchParams(search).get('q') ?? ''
  const shown = useRef(words)
  useEffect(() => {
    if (words === shown.current) return
    shown.current = words
    if (field.current && field.current !== document.activeElement) field.current.value = words
  }, [words])
  useEffect(() => () => clearTimeout(timer.current), [])

  const look = (options: { replace: boolean }) => {
    clearTimeout(timer.current)
    const wanted = field.current?.value.trim() ?? ''
    if (wanted === words) return
    const isRanked = new URLSearchParams(search).get('sort') === 'relevance'
    go(changed(search, { q: wanted || null, ...(isRanked && !wanted && { sort: null }) }), options)
  }
  // What was typed before this is hydrated stays in the field, and is searched for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once
  useEffect(() => {
    if (field.current?.value !== field.current?.defaultValue) look({ replace: words !== '' })
  }, [])
  const others = [...new URLSearchParams(changed(search, { q: null }))]
  return (
    <search>
      <form
        className={classes.form}
        action="/issues"
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          look({ replace: false })
        }}
      >
        <span className={classes.place}>
          <span className={classes.sign}>
            <Icon name="search" size={16} />
          </span>
          <input
            ref={field}
            className={classes.field}
            type="search"
            name="q"
            id="issue-search"
            aria-label={text.label}
            aria-keyshortcuts="/"
            placeholder={text.placeholder}
            defaultValue={words}
            maxLength={200}
            autoComplete="off"
            onChange={() => {
              clearTimeout(timer.current)
              timer.current = window.setTimeout(() => look({ replace: words !== '' }), restMs)
            }}
          />
        </span>
        {others.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className={button.button} data-size="md" data-variant="default">
          {text.submit}
        </button>
      </form>
    </search>
  )
}
