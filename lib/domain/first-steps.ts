import { type Action, clientAction } from './action.ts'
import { ownerAction } from './agent.ts'

/** What a new account does first; onboarding and the list of needs offer the same. */
export const firstSteps = {
  createWallet: clientAction(
    'create_wallet',
    'Create the wallet that pays for jobs.',
    'POST',
    '/api/v1/client/wallet/initialize/',
  ),
  connectRepositories: clientAction(
    'connect_repositories',
    'Connect a repository.',
    'POST',
    '/api/v1/client/github/app/install/start/',
  ),
  createAgent: ownerAction('create_agent', 'Create an agent and pair its runtime.', 'POST', '/api/v1/agents/'),
} as const satisfies Record<string, Action>
