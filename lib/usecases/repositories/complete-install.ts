import { inTransaction, isUniqueViolation } from '#lib/data/database.ts'
import { recordEvent } from '#lib/data/events.ts'
import { consumeInstallState } from '#lib/data/repositories.ts'
import { clientAction } from '#lib/domain/action.ts'
import { Failure } from '#lib/domain/failure.ts'
import { hashSecret } from '../auth/secrets.ts'
import { type Context, requireCapability } from '../context.ts'
import { saveGrant } from './host-token.ts'
import { type HostStatus, readHostStatus } from './read-host-status.ts'
import { refreshInstallation } from './refresh-installation.ts'

export type InstallCompletion = { state: string; code: string; installationId: number }

/**
 * Links the person to an installation that the host lists for the person's own token; the number that the browser
 * brought counts for nothing else. Nobody claims an installation exclusively.
 */
export async function completeInstall(ctx: Context, input: InstallCompletion): Promise<HostStatus> {
  const user = requireCapability(ctx, 'client')
  const isOurs = await inTransaction(ctx.db, (tx) => consumeInstallState(tx, hashSecret(input.state), user.sessionId))
  if (!isOurs) {
    throw new Failure(
      'install_state_invalid',
      'This installation was not started in this session within the last 10 minutes, or was completed already.',
      {
        nextActions: [
          clientAction('connect_repositories', 'Start again.', 'POST', '/api/v1/client/github/app/install/start/'),
        ],
      },
    )
  }
  const grant = await ctx.codeHost.exchangeCode(input.code)
  const account = await ctx.codeHost.account(grant.accessToken)
  const listed = await ctx.codeHost.installations(grant.accessToken)
  const installation = listed.find((candidate) => candidate.id === input.installationId)
  if (!installation)
    throw new Failure('not_found', 'The repository host does not list that installation for this account.')

  try {
    await saveGrant(ctx, { userId: user.userId, githubUserId: account.id, login: account.login }, grant)
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Failure(
        'state_conflict',
        `The repository host account ${account.login} is connected to another person here.`,
      )
    throw error
  }
  await refreshInstallation(ctx, { userId: user.userId, accessToken: grant.accessToken, installation })
  await inTransaction(ctx.db, (tx) =>
    recordEvent(tx, {
      actor: user,
      subject: { type: 'installation', id: String(installation.id) },
      userId: user.userId,
      name: 'installation.connected',
      evidence: { account: installation.accountLogin, login: account.login },
    }),
  )
  return readHostStatus(ctx)
}
