import { at, type Step, step } from './step.ts'

/** What a new account does first; onboarding and the list of needs offer the same. */
export const firstSteps = {
  createWallet: step('client', 'create_wallet', 'Create the wallet that pays for jobs.', at('initializeWallet')),
  connectRepositories: step('client', 'connect_repositories', 'Connect a repository.', at('startGithubInstall')),
  createAgent: step('agent_owner', 'create_agent', 'Create an agent and pair its runtime.', at('createAgent')),
} as const satisfies Record<string, Step>
