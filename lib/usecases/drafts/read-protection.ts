import type { DraftRow, NewDraft } from '../../data/drafts.ts'
import { withReports } from '../../domain/command-reports.ts'
import { defaultProtection, missingEntries, withEntries } from '../../domain/default-protection.ts'
import type { DraftContent } from '../../domain/document.ts'
import { isFailure } from '../../domain/failure.ts'
import { type Scripts, simpleCommands, usesScripts } from '../../domain/simple-commands.ts'
import type { VerificationCommand } from '../../domain/verification-command.ts'
import type { Context } from '../context.ts'
import { type OpenedRepository, requireFreshAccess } from '../repositories/require-access.ts'

/** As many entries as are remembered of what a draft's commands asked for so far. */
const rememberedMax = 1_000

type JudgingContent = Partial<Pick<DraftContent, 'baseBranch' | 'verificationCommands' | 'protectedPaths'>>

export type ReadProtection = {
  /** The entries of the default protection. */
  entries: string[]
  /** The files of the base, as far as the host lists them. */
  paths: string[]
  /** Of the manifest, where a command runs one. */
  scripts: Scripts
}

/** The default protection for these commands on a commit; a repository without one is taken as empty. */
export async function readProtection(
  ctx: Context,
  opened: OpenedRepository,
  commit: string | undefined,
  commands: readonly VerificationCommand[],
): Promise<ReadProtection> {
  if (commit === undefined)
    return { entries: defaultProtection({ paths: [], isComplete: true }, commands), paths: [], scripts: {} }
  const { access, token } = opened
  const [tree, scripts] = await Promise.all([
    ctx.codeHost.tree(token, access.fullName, commit),
    readScripts(ctx, opened, commit, commands),
  ])
  return { entries: defaultProtection(tree, commands, scripts), paths: tree.paths, scripts }
}

/** The same for the head of a branch that may not exist yet. */
export async function readProtectionAtHead(
  ctx: Context,
  opened: OpenedRepository,
  content: Pick<DraftContent, 'baseBranch' | 'verificationCommands'>,
): Promise<ReadProtection> {
  const commit = await ctx.codeHost.branchHead(opened.token, opened.access.fullName, content.baseBranch)
  return readProtection(ctx, opened, commit, content.verificationCommands)
}

/**
 * What a change of commands or base branch brings with it: protected paths, of which those stay out that the client took out
 * earlier, and the report of each command. While the host cannot be asked nothing is added; the next review does it.
 */
export async function followChange(ctx: Context, draft: DraftRow, content: JudgingContent): Promise<Partial<NewDraft>> {
  const read = changesJudgement(draft, content) ? await readForChange(ctx, draft, content) : undefined
  const { verificationCommands: commands } = content
  const protectedPaths = content.protectedPaths ?? draft.protectedPaths
  const { defaultProtection } = draft
  return {
    ...(commands && { verificationCommands: withReports(commands, draft.verificationCommands, read?.scripts) }),
    ...(read && defaultProtection && addProtection({ protectedPaths, defaultProtection }, read.entries)),
  }
}

async function readForChange(
  ctx: Context,
  draft: DraftRow,
  content: JudgingContent,
): Promise<ReadProtection | undefined> {
  try {
    const opened = await requireFreshAccess(ctx, draft.userId, draft.repositoryAccessId)
    return await readProtectionAtHead(ctx, opened, { ...draft, ...content })
  } catch (error) {
    if (isFailure(error)) return undefined
    throw error
  }
}

/** The draft's lists with the entries of a default that no default of it had before. */
export function addProtection(
  draft: Pick<DraftRow, 'protectedPaths' | 'defaultProtection'>,
  entries: readonly string[],
): Pick<DraftRow, 'protectedPaths' | 'defaultProtection'> {
  const before = draft.defaultProtection ?? []
  const added = missingEntries(before, entries)
  return {
    protectedPaths: withEntries(draft.protectedPaths, added),
    defaultProtection: [...before, ...added].slice(-rememberedMax),
  }
}

function changesJudgement(draft: DraftRow, { verificationCommands, baseBranch }: JudgingContent): boolean {
  const argvs = (commands: readonly VerificationCommand[]) => JSON.stringify(commands.map(({ argv }) => argv))
  return (
    (baseBranch !== undefined && baseBranch !== draft.baseBranch) ||
    (verificationCommands !== undefined && argvs(verificationCommands) !== argvs(draft.verificationCommands))
  )
}

/** The scripts of `package.json` at the commit, where a command runs one; none when it cannot be read. */
async function readScripts(
  ctx: Context,
  { access, token }: OpenedRepository,
  commit: string,
  commands: readonly VerificationCommand[],
): Promise<Scripts> {
  if (!commands.some(({ argv }) => simpleCommands(argv).some(usesScripts))) return {}
  const file = await ctx.codeHost.fileAt(token, access.fullName, { commit, path: 'package.json' })
  return file?.kind === 'file' && file.content !== null ? parseScripts(file.content) : {}
}

function parseScripts(base64: string): Scripts {
  try {
    const manifest: unknown = JSON.parse(Buffer.from(base64, 'base64').toString('utf8'))
    const scripts = typeof manifest === 'object' && manifest !== null && 'scripts' in manifest ? manifest.scripts : {}
    return Object.fromEntries(Object.entries(scripts ?? {}).filter((entry) => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}
