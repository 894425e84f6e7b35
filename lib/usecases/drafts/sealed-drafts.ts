import { createHash, randomUUID } from 'node:crypto'
import type { DraftRow, SnapshotRow } from '../../data/drafts.ts'
import type { AcceptanceFile, DraftFile } from '../../domain/acceptance-files.ts'
import type { DraftContent } from '../../domain/document.ts'
import { isFailure } from '../../domain/failure.ts'
import type { JobState } from '../../domain/job.ts'
import { isEnded, type OpenedFile, type StoredSealedFile, sealFile, unopenedPaths } from '../../domain/sealed-files.ts'
import type { Vault } from '../../ports/vault.ts'
import { randomHash } from '../auth/secrets.ts'

/** Content as a client writes it, with open and sealed files in one list. */
export type WrittenContent = Omit<DraftContent, 'acceptanceFiles' | 'sealedFiles'> & { acceptanceFiles: DraftFile[] }

type Stored = { acceptanceFiles: AcceptanceFile[]; sealedFiles: StoredSealedFile[] }

/**
 * Content as the database holds it: bytes and salts of sealed files are encrypted. Each is sealed under its own salt,
 * and under a new one whenever it is written again.
 */
export function storeContent<Content extends Partial<WrittenContent>>(
  vault: Vault,
  { acceptanceFiles: files, ...content }: Content,
): Omit<Content, 'acceptanceFiles'> & Partial<Stored> {
  if (!files) return content
  const acceptanceFiles = files
    .filter(({ sealed }) => !sealed)
    .map(({ path, content: bytes }) => ({ path, content: bytes }))
  const sealedFiles = files.filter(({ sealed }) => sealed).map((file) => storeSealed(vault, file))
  return { ...content, acceptanceFiles, sealedFiles }
}

function storeSealed(vault: Vault, file: DraftFile): StoredSealedFile {
  const id = randomUUID()
  const { sealed, opened } = sealFile(file, randomHash(), sha256)
  const { salt, content } = opened
  return { ...sealed, id, secret: vault.seal(JSON.stringify({ salt, content }), storageOf(id)) }
}

/**
 * Files as they were written. Where the client does not say, a file is sealed as its path was, or as the same bytes were
 * under another path, so that a client that does not know of sealing opens nothing.
 */
export function keepSeals(
  vault: Vault,
  files: readonly DraftFile[],
  before: Pick<DraftRow, 'acceptanceFiles' | 'sealedFiles'>,
): DraftFile[] {
  const wasSealed = filesOf(vault, before).filter(({ sealed }) => sealed)
  return files.map((file) => ({
    ...file,
    sealed: file.sealed ?? wasSealed.some(({ path, content }) => path === file.path || content === file.content),
  }))
}

/** All files of a draft as its client wrote them, the open ones first; `unavailable` when one was sealed by an unknown key. */
export function filesOf(
  vault: Vault,
  draft: Pick<DraftRow, 'acceptanceFiles' | 'sealedFiles'>,
): (AcceptanceFile & { sealed: boolean })[] {
  return [
    ...draft.acceptanceFiles.map((file) => ({ ...file, sealed: false })),
    ...draft.sealedFiles.map((file) => ({ path: file.path, content: openStored(vault, file).content, sealed: true })),
  ]
}

/** The same for a reader, without the files that cannot be opened now. */
export function readableFiles(vault: Vault, draft: Pick<DraftRow, 'acceptanceFiles' | 'sealedFiles'>) {
  return filesOf(vault, { ...draft, sealedFiles: draft.sealedFiles.filter((file) => canOpen(vault, file)) })
}

export function canOpen(vault: Vault, file: StoredSealedFile): boolean {
  try {
    return openStored(vault, file) !== undefined
  } catch {
    return false
  }
}

/** What a client wrote into a draft, as another draft takes it. */
export function writtenContent(vault: Vault, draft: DraftRow): Required<WrittenContent> {
  const { title, instructions, acceptanceCriteria, verificationCommands, protectedPaths, sealedEvidence } = draft
  const { publication, baseBranch, reward, verifierFee, verifiers, quorum, maxAttempts, silenceShareBps } = draft
  const { sharesFailedAttempts, openSeconds, workSeconds, verificationSeconds } = draft
  return {
    title,
    instructions,
    acceptanceCriteria,
    verificationCommands,
    protectedPaths,
    sealedEvidence,
    publication,
    baseBranch,
    reward,
    verifierFee,
    verifiers,
    quorum,
    maxAttempts,
    silenceShareBps,
    sharesFailedAttempts,
    openSeconds,
    workSeconds,
    verificationSeconds,
    acceptanceFiles: filesOf(vault, draft),
  }
}

function openStored(vault: Vault, { id, secret }: StoredSealedFile): Omit<OpenedFile, 'path'> {
  return JSON.parse(vault.open(secret, storageOf(id)))
}

/** Names no row, since a snapshot takes the files of its draft over as they are. */
export function storageOf(id: string): string {
  return `sealed_files/${id}`
}

type Frozen = Pick<SnapshotRow, 'sealedFiles' | 'taskDocument'>

/** What the sealed files of a funded job hold; one that cannot be decrypted is left out. */
export function openSealedFiles(vault: Vault, { sealedFiles }: Pick<Frozen, 'sealedFiles'>): OpenedFile[] {
  return sealedFiles
    .filter((file) => canOpen(vault, file))
    .map((file) => ({ path: file.path, ...openStored(vault, file) }))
}

/**
 * The same where something depends on it: throws `unavailable` where a key is unknown, since then nothing is known of the files.
 * One whose stored bytes were changed is left out.
 */
export function requireSealedFiles(vault: Vault, { sealedFiles }: Pick<Frozen, 'sealedFiles'>): OpenedFile[] {
  return sealedFiles.flatMap((file) => {
    try {
      return [{ path: file.path, ...openStored(vault, file) }]
    } catch (error) {
      if (isFailure(error)) throw error
      return []
    }
  })
}

/** The same for everyone who may read the job; null until it has ended. */
export function releasedFiles(vault: Vault, job: { state: JobState }, snapshot: Frozen): OpenedFile[] | null {
  return isEnded(job.state) ? openSealedFiles(vault, snapshot) : null
}

/** Paths of the sealed files whose stored bytes are not those that the task commits to. */
export function differingFiles(vault: Vault, snapshot: Frozen): string[] {
  return unopenedPaths(snapshot.taskDocument.sealed_files ?? [], requireSealedFiles(vault, snapshot), sha256)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
