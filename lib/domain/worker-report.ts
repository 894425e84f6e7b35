import type { OperatorName } from './operator-call.ts'
import type { CallsOfProviders } from './readiness.ts'

/** A key of the service as a worker found it: `hasRole` is whether the contracts let it do its work. */
export type KeyReport = { key: OperatorName; address: string; hasRole: boolean; hasMoney: boolean }

/** What a worker reports every few seconds; `keys` is null until it could read them. */
export type WorkerReport = { keys: KeyReport[] | null; calls: CallsOfProviders }
