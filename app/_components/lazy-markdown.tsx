'use client'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }))

/** Markdown in a page of the browser's own, which loads what renders it only when there is some. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <Markdown text={text} />
    </Suspense>
  )
}
