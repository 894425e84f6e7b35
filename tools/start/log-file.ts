import { appendFileSync } from 'node:fs'

/** Appends to a file what a program says. What the disk has no room for is lost; who writes goes on. */
export function appendTo(file: string): (text: string) => void {
  return (text) => {
    try {
      appendFileSync(file, text)
    } catch {
      // There is nowhere else to say it, and a full disk is seen by whoever looks at the file.
    }
  }
}
