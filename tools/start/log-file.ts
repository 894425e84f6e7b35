import { appendFileSync, chmodSync, existsSync, lstatSync } from 'node:fs'

const ownerOnly = 0o600

/** Appends to a file, for its owner alone, what a program says. What the disk has no room for is lost; who writes goes on. */
export function appendTo(file: string): (text: string) => void {
  if (existsSync(file) && lstatSync(file).isFile()) chmodSync(file, ownerOnly)
  return (text) => {
    try {
      appendFileSync(file, text, { mode: ownerOnly })
    } catch {
      // There is nowhere else to say it, and the file itself shows a full disk.
    }
  }
}
