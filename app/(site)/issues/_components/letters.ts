'use client'
import { useSyncExternalStore } from 'react'

const key = 'explorer-letters'
const changed = 'explorer-letters-changed'

/** Whether single letters act as commands; the choice is this browser's and is kept. */
export function useLetters(): [boolean, (areOn: boolean) => void] {
  const areOn = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key) !== 'off',
    () => true,
  )
  return [areOn, set]
}

function set(areOn: boolean): void {
  localStorage.setItem(key, areOn ? 'on' : 'off')
  dispatchEvent(new Event(changed))
}

function subscribe(onChange: () => void): () => void {
  addEventListener(changed, onChange)
  return () => removeEventListener(changed, onChange)
}
