import type { DraftFile } from '#lib/domain/acceptance-files.ts'

/** One acceptance file as a form holds it; `bytes` is a content that no text field would give back as it came. */
export type AcceptanceValues = { key: string; path: string; text: string; bytes: string | null; isSealed: boolean }

export function toAcceptanceValues(
  { path, content, sealed: isSealed = false }: DraftFile,
  key: string,
): AcceptanceValues {
  const text = editableText(content)
  const common = { key, path, isSealed }
  return text === undefined ? { ...common, text: '', bytes: content } : { ...common, text, bytes: null }
}

export function toAcceptanceFile({ path, text, bytes, isSealed }: AcceptanceValues): DraftFile {
  return { path: path.trim(), content: bytes ?? encode(text), sealed: isSealed }
}

/** Text fields change line ends other than \n. */
function editableText(content: string): string | undefined {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return /[\0\r]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Base64 of the text in UTF-8. */
function encode(text: string): string {
  const letters = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte))
  return btoa(letters.join(''))
}
