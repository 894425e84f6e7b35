'use client'
import { useEffect, useState } from 'react'
import type { Token } from '#lib/client/diff/colour-lines.ts'
import type { FileDiff } from '#lib/client/diff/file-diff.ts'

export type Colours = { before: Token[][] | undefined; after: Token[][] | undefined }

/** The syntax of both sides, once what reads it is loaded; the lines are shown without it before. */
export function useColours(path: string, diff: FileDiff): Colours | undefined {
  const [colours, setColours] = useState<Colours>()
  useEffect(() => {
    let isShown = true
    const colour = async () => {
      const { colourLines } = await import('#lib/client/diff/colour-lines.ts')
      if (isShown) setColours({ before: colourLines(path, diff.before), after: colourLines(path, diff.after) })
    }
    // Colours are only a help: without them the lines are all there.
    colour().catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [path, diff])
  return colours
}
