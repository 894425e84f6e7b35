import type { ClientConfig } from '../config.ts'
import type { ChallengeExecutor } from './executor.ts'

/** The wallet provider's half that this deployment uses, loaded on first use. */
export function createExecutor(config: ClientConfig): ChallengeExecutor {
  let loading: Promise<ChallengeExecutor> | undefined
  const load = () => {
    // A load that failed, as on a lost network, is tried again.
    loading ??= loadExecutor(config).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    deviceId: async () => (await load()).deviceId(),
    login: async (login) => (await load()).login(login),
    resumeLogin: async (login) => (await load()).resumeLogin(login),
    execute: async (challenge, signal) => (await load()).execute(challenge, signal),
  }
}

async function loadExecutor(config: ClientConfig): Promise<ChallengeExecutor> {
  if (config.executor === 'circle') return (await import('./circle-executor.ts')).createCircleExecutor(config)
  return (await import('./sandbox-executor.ts')).createSandboxExecutor(config)
}
