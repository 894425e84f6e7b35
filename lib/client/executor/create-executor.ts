import type { ClientConfig } from '../config.ts'
import { createCircleExecutor } from './circle-executor.ts'
import type { ChallengeExecutor } from './executor.ts'
import { createSandboxExecutor } from './sandbox-executor.ts'

export function createExecutor(config: ClientConfig): ChallengeExecutor {
  return config.executor === 'circle' ? createCircleExecutor(config) : createSandboxExecutor(config)
}
