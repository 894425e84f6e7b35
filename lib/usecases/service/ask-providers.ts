import { inTime } from '../../domain/in-time.ts'
import type { AgentWallets } from '../../ports/agent-wallets.ts'
import type { PublicHost } from '../../ports/public-host.ts'
import type { Services, WorkerServices } from '../context.ts'

type Providers = Pick<WorkerServices, 'servesCommit'> & {
  agentWallets: Pick<AgentWallets, 'ping'>
  publicHost: Pick<PublicHost, 'ping'>
  settings: Pick<Services['settings'], 'qualification'>
}

/** A slow answer is counted when it comes; nobody waits for it. */
const patienceMs = 1_000

/** Asks each provider for as little as it offers, so that one that is away is known before a person needs it. */
export async function areProvidersWell(providers: Providers): Promise<boolean> {
  const { agentWallets, publicHost, servesCommit } = providers
  const { qualification } = providers.settings
  const pings = [agentWallets.ping(), publicHost.ping()].map((ping) =>
    ping.then(
      () => true,
      () => false,
    ),
  )
  const asked = qualification ? [...pings, servesCommit(qualification.cloneUrl, qualification.commit)] : pings
  const answers = await Promise.all(asked.map((answer) => inTime(answer, patienceMs)))
  return answers.every(Boolean)
}
