import { type AccessKey, type AccessRow, findAccess, readClock } from '../../data/repositories.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import type { HostRepository } from '../../ports/code-host.ts'
import type { Context } from '../context.ts'
import { asPerson } from './host-token.ts'
import { connectRepositories, unknownRepository } from './next-steps.ts'
import { readInstallations } from './read-installations.ts'
import { saveRepositoryReading } from './save-reading.ts'

export type OpenedRepository = { access: AccessRow; token: string }

/**
 * A repository granted to this person, after asking the host what the person may do there now: renamed or moved ones are
 * followed by their id, lost ones are closed at once. A foreign id is as unknown as a missing one.
 */
export async function requireFreshAccess(ctx: Context, userId: string, id: string): Promise<OpenedRepository> {
  return openRepository(ctx, userId, { id })
}

/** The same, by any key. */
export async function openRepository(ctx: Context, userId: string, by: AccessKey): Promise<OpenedRepository> {
  const known = await findAccess(ctx.db, userId, by)
  if (!known) throw unknownRepository()
  return asPerson(ctx, userId, async (token) => {
    const access = (await readAgain(ctx, token, known)) ?? (await findMoved(ctx, token, known))
    if (!access) throw closed(known)
    return { access, token }
  })
}

async function readAgain(ctx: Context, token: string, known: AccessRow): Promise<AccessRow | undefined> {
  const readAt = await readClock(ctx.db)
  const repository = await granted(ctx, token, known)
  return repository?.canPull ? saveRepositoryReading(ctx, known, repository, readAt) : undefined
}

async function granted(ctx: Context, token: string, known: AccessRow): Promise<HostRepository | undefined> {
  try {
    return await ctx.codeHost.installationRepository(token, known.installationId, known.repositoryId)
  } catch (error) {
    if (isFailure(error) && (error.code === 'not_found' || error.code === 'repository_permission')) return undefined
    throw error
  }
}

/** Another installation of the person may cover the repository now; every link is read again, which also closes this one. */
async function findMoved(ctx: Context, token: string, known: AccessRow): Promise<AccessRow | undefined> {
  await readInstallations(ctx, { userId: known.userId, token })
  return findAccess(ctx.db, known.userId, { repositoryId: known.repositoryId })
}

function closed(known: AccessRow): Failure {
  return new Failure('not_found', `The repository host no longer grants you ${known.fullName}.`, {
    nextActions: [connectRepositories],
  })
}
