import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Replaces a file as a whole by one that only its owner may read, whatever the mode of the earlier one. */
export function writePrivate(file: string, text: string): void {
  const draft = `${file}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}
