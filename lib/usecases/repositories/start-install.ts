import { inTransaction } from '../../data/database.ts'
import { insertInstallState } from '../../data/install-states.ts'
import { hashSecret, newSecret } from '../auth/secrets.ts'
import { type Context, requireCapability } from '../context.ts'

/** The host's installation page with a one-use state of this session and a PKCE challenge, good for 10 minutes. */
export async function startInstall(ctx: Context): Promise<{ installationUrl: string; expiresAt: Date }> {
  const user = requireCapability(ctx, 'client')
  const [state, verifier] = [newSecret(), newSecret()]
  const stateHash = hashSecret(state)
  const verifierSealed = ctx.vault.seal(verifier, verifierAad(stateHash))
  const row = { stateHash, verifierSealed, sessionId: user.sessionId, userId: user.userId }
  const { expiresAt } = await inTransaction(ctx.db, (tx) => insertInstallState(tx, row))
  return { installationUrl: ctx.codeHost.installationUrl(state, challengeOf(verifier)), expiresAt }
}

/** What a sealed verifier is bound to. */
export function verifierAad(stateHash: Buffer): string {
  return `github_install_states/${stateHash.toString('hex')}`
}

function challengeOf(verifier: string): string {
  return hashSecret(verifier).toString('base64url')
}
