import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { keepInput, readInput, readInputLike } from '#lib/client/kept-input.ts'

/**
 * A dialog whose form keeps its input in this tab under this name, since a new sign-in leaves the page: it is open again
 * on return. Closing it, by whatever way, forgets the input, and so does a return where it is for nothing any more.
 */
export function useKeptDialog(name: string, isStillFor: (input: unknown) => boolean = () => true) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [isRestored, setRestored] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once, when the page comes back
  useEffect(() => {
    const input = readInput(sessionStorage, name)
    if (!input) return
    if (!isStillFor(input)) return keepInput(sessionStorage, name, undefined)
    setRestored(true)
    open()
  }, [])
  const forget = () => {
    setRestored(false)
    keepInput(sessionStorage, name, undefined)
  }
  return {
    isOpen,
    /** Whether it holds input of before. */
    isRestored,
    open,
    forget,
    close: () => {
      forget()
      close()
    },
  }
}

/** Puts back what was kept of a form under this name, and keeps what is typed from then on. */
export function useKeptForm<Values extends object>(name: string, form: UseFormReturnType<Values>): void {
  const values = form.getValues()
  const isDirty = form.isDirty()
  const wasDirty = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: put back once, before anything is typed
  useEffect(() => {
    const kept = readInputLike(sessionStorage, name, values)
    if (kept) form.setValues(kept)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept when something was typed
  useEffect(() => {
    wasDirty.current ||= isDirty
    if (wasDirty.current) keepInput(sessionStorage, name, isDirty ? values : undefined)
  }, [isDirty, values])
}
