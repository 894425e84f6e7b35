import type { AcceptanceFile } from './acceptance-files.ts'
import type { JobState } from './job.ts'
import { base64Bytes } from './result.ts'

/** What a task document says of a file whose bytes are secret until the job ends; `size` in bytes, the hash without `0x`. */
export type SealedFile = { path: string; size: number; salted_sha256: string }

/** A sealed file opened: `salt` is 32 random bytes in hex with `0x`, `content` base64. */
export type OpenedFile = { path: string; salt: string; content: string }

/** A sealed file as it is stored: `secret` is its salt and its bytes, encrypted. */
export type StoredSealedFile = SealedFile & { id: string; secret: string }

/** What the owner of a rejected or undecided result learns before the job ends: the verdicts alone, or why as well. */
export const sealedEvidenceLevels = ['outcome', 'full'] as const
export type SealedEvidence = (typeof sealedEvidenceLevels)[number]

/** Recorded when the stored bytes of a job's sealed files do not match their hashes. */
export const sealedFaultEvent = 'job.sealed_differs'

/** States from which a job never gets another worker, so that its sealed files are opened. */
const ended: readonly JobState[] = ['EXPIRED', 'REJECTED', 'SETTLED', 'CANCELLED', 'REFUNDED', 'LAPSED']

export function isEnded(state: JobState): boolean {
  return ended.includes(state)
}

/** What the hash of a sealed file is over: the 32 bytes of the salt, then those of the file. */
export function saltedBytes({ salt, content }: Pick<OpenedFile, 'salt' | 'content'>): Uint8Array {
  const file = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  const bytes = new Uint8Array(saltBytes + file.length)
  for (let at = 0; at < saltBytes; at += 1) bytes[at] = Number.parseInt(salt.slice(2 + 2 * at, 4 + 2 * at), 16)
  bytes.set(file, saltBytes)
  return bytes
}

const saltBytes = 32

/** A file sealed with this salt: what the task document says of it, and what opens it. `sha256` gives 64 hex digits. */
export function sealFile(
  { path, content }: AcceptanceFile,
  salt: `0x${string}`,
  sha256: (bytes: Uint8Array) => string,
): { sealed: SealedFile; opened: OpenedFile } {
  const sealed = { path, size: base64Bytes(content), salted_sha256: sha256(saltedBytes({ salt, content })) }
  return { sealed, opened: { path, salt, content } }
}

/** Whether these are the bytes that the task document names; `sha256` gives 64 hex digits. */
function opensSealedFile(
  sealed: SealedFile,
  opened: Omit<OpenedFile, 'path'> | undefined,
  sha256: (bytes: Uint8Array) => string,
): boolean {
  if (!opened || !/^0x[0-9a-f]{64}$/.test(opened.salt)) return false
  const bytes = saltedBytes(opened)
  return bytes.length === saltBytes + sealed.size && sha256(bytes) === sealed.salted_sha256
}

/** Paths of the sealed files that these do not open: missing, or of another size or hash. */
export function unopenedPaths(
  sealed: readonly SealedFile[],
  opened: readonly OpenedFile[],
  sha256: (bytes: Uint8Array) => string,
): string[] {
  const byPath = new Map(opened.map((file) => [file.path, file]))
  return sealed.filter((file) => !opensSealedFile(file, byPath.get(file.path), sha256)).map(({ path }) => path)
}
