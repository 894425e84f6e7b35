import { inTransaction, isUniqueViolation } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { consumeInstallState, endInstallRequests, openInstallRequest } from '../../data/install-states.ts'
import { readClock } from '../../data/repositories.ts'
import { Failure, type FailureDetail, isFailure } from '../../domain/failure.ts'
import type { HostAccount, HostInstallation, UserGrant } from '../../ports/code-host.ts'
import { hashSecret } from '../auth/secrets.ts'
import { type Context, requireCapability } from '../context.ts'
import { saveGrant } from './host-token.ts'
import { connectRepositories } from './next-steps.ts'
import { type HostStatus, readHostStatus } from './read-host-status.ts'
import { readInstallation, readInstallations } from './read-installations.ts'
import { verifierAad } from './start-install.ts'

export type InstallCompletion = {
  state: string
  code: string | null
  installationId: number | null
  isRequest: boolean
}

type Person = { userId: string; account: HostAccount; grant: UserGrant }

/**
 * Links the person to an installation that the host lists for the person's own token; the number that the browser
 * brought counts for nothing else. Nobody claims an installation exclusively. A request for an organisation whose owner
 * must agree first is remembered until the person connects an installation.
 */
export async function completeInstall(ctx: Context, input: InstallCompletion): Promise<HostStatus> {
  const user = requireCapability(ctx, 'client')
  const { code, installationId, isRequest } = input
  if (!isRequest && (code === null || installationId === null)) throw incomplete(input)
  const stateHash = hashSecret(input.state)
  const state = await inTransaction(ctx.db, (tx) => consumeInstallState(tx, stateHash, user.sessionId))
  if (!state)
    throw stateInvalid(
      'This installation was not started in this session within the last 10 minutes, or was completed already.',
    )

  const verifier = state.verifierSealed && openVerifier(ctx, state.verifierSealed, stateHash)
  const person = code === null ? undefined : await identify(ctx, user.userId, { code, verifier })
  if (isRequest) {
    if (person) await connect(ctx, person)
    await rememberRequest(ctx, user.userId)
  } else if (person && installationId !== null) {
    await link(ctx, person, installationId)
  }
  return readHostStatus(ctx)
}

function openVerifier(ctx: Context, sealed: string, stateHash: Buffer): string {
  try {
    return ctx.vault.open(sealed, verifierAad(stateHash))
  } catch (error) {
    throw isFailure(error) ? stateInvalid('This installation can no longer be completed; start it again.') : error
  }
}

async function identify(
  ctx: Context,
  userId: string,
  proof: { code: string; verifier: string | null },
): Promise<Person> {
  const grant = await ctx.codeHost.exchangeCode(proof)
  if (!grant) throw stateInvalid('The repository host does not accept this code, or not any more.')
  return { userId, grant, account: await ctx.codeHost.account(grant.accessToken) }
}

async function link(ctx: Context, person: Person, installationId: number): Promise<void> {
  const { userId, grant } = person
  const token = grant.accessToken
  const readAt = await readClock(ctx.db)
  const installation = await findListed(ctx, token, installationId)
  await connect(ctx, person)
  await readInstallation(ctx, { userId, token, installation, readAt, opens: true })
  await inTransaction(ctx.db, (tx) => endInstallRequests(tx, userId))
}

async function findListed(ctx: Context, token: string, installationId: number): Promise<HostInstallation> {
  const listed = await ctx.codeHost.installations(token)
  const installation = listed.find((candidate) => candidate.id === installationId)
  if (installation) return installation
  throw new Failure('not_found', 'The repository host does not list that installation for this account.', {
    nextActions: [connectRepositories],
  })
}

/** Keeps the connection. It may be to another account than before, so every earlier link is read with its rights. */
async function connect(ctx: Context, { userId, account, grant }: Person): Promise<void> {
  try {
    await saveGrant(ctx, userId, account, grant)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Failure(
      'state_conflict',
      `The repository host account ${account.login} is connected to another person here. Use another account there.`,
      { nextActions: [connectRepositories] },
    )
  }
  await readInstallations(ctx, { userId, token: grant.accessToken })
}

async function rememberRequest(ctx: Context, userId: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await openInstallRequest(tx, userId))) return
    const subject = { type: 'user', id: userId } as const
    await recordEvent(tx, { actor: ctx.actor, subject, userId, name: 'installation.requested' })
  })
}

function stateInvalid(message: string): Failure {
  return new Failure('install_state_invalid', message, { nextActions: [connectRepositories] })
}

function incomplete({ code, installationId }: InstallCompletion): Failure {
  const errors: FailureDetail[] = []
  if (code === null) errors.push({ pointer: '/code', message: 'needed unless setup_action is request' })
  if (installationId === null)
    errors.push({ pointer: '/installation_id', message: 'needed unless setup_action is request' })
  return new Failure('invalid_request', 'The host’s redirect carries more than was sent.', { errors })
}
