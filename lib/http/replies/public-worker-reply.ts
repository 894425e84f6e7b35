import { publicWorker } from '../../api/public-workers.ts'
import type { PublicWorker } from '../../usecases/agents/read-public-worker.ts'
import { toWire } from '../to-wire.ts'

export function toPublicWorkerReply({ publicName: name, ...worker }: PublicWorker) {
  return toWire(publicWorker, { ...worker, name })
}
