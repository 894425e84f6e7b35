import { saveFile } from './save-file.ts'

/** Gives a value to the person as a file. */
export function saveJson(value: unknown, name: string): void {
  saveFile(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }), name)
}
