import type { OperatorName } from './operator-call.ts'
import type { CallsOfProviders } from './readiness.ts'

/**
 * A key of the service as a worker found it: `hasRole` is whether the contracts let it do its work, `missing` how much native
 * money its work may cost beyond what it holds.
 */
export type KeyReport = { key: OperatorName; address: string; hasRole: boolean; hasMoney: boolean; missing?: string }

/** A key whose queue the worker leads and whose steps fail: why, and since when (ISO 8601) none has succeeded. */
export type KeyFailure = { key: OperatorName; since: string; detail: string }

/** What a worker reports every few seconds; `keys` is null until it could read them. Older releases tell no `failingKeys`. */
export type WorkerReport = { keys: KeyReport[] | null; calls: CallsOfProviders; failingKeys?: KeyFailure[] }
