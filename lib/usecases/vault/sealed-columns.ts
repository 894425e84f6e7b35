import { answerPlace } from '../../data/idempotency.ts'
import { pairingPlace } from '../../data/pairings.ts'
import type { SealedColumn } from '../../data/sealed-values.ts'
import { credentialPlace } from '../auth/provider-session.ts'
import { tokenPlace } from '../clone-tokens/open-clone-token.ts'
import { storageOf } from '../drafts/sealed-drafts.ts'
import { connectionPlace } from '../repositories/host-token.ts'
import { webhookSecretPlace } from '../webhook-endpoints/webhook-secret.ts'

/** `placeOf` says what a sealed text is bound to: of its row's columns, or in a list by the id of the entry. */
export type BoundColumn = SealedColumn & { placeOf: (row: Record<string, string>) => string }

const text = (row: Record<string, string>, name: string) => row[name] ?? ''
const ofUser = { user_id: 'uuid' } as const
const ofId = { id: 'uuid' } as const

const credential = (column: string): BoundColumn => ({
  table: 'provider_credentials',
  column: `${column}_sealed`,
  key: ofUser,
  placeOf: (row) => credentialPlace(text(row, 'user_id'), column),
})
const connection = (column: string): BoundColumn => ({
  table: 'github_connections',
  column: `${column}_sealed`,
  key: ofUser,
  placeOf: (row) => connectionPlace(text(row, 'user_id'), column),
})
const pairing = (column: 'token' | 'credential'): BoundColumn => ({
  table: 'pairings',
  column: `${column}_sealed`,
  key: ofId,
  names: ['credential_id'],
  placeOf: (row) => pairingPlace(column, text(row, 'credential_id')),
})
const endpoint = (column: string): BoundColumn => ({
  table: 'webhook_endpoints',
  column,
  key: ofId,
  placeOf: (row) => webhookSecretPlace(text(row, 'id')),
})
const files = (table: string): BoundColumn => ({
  table,
  column: 'sealed_files',
  key: ofId,
  isList: true,
  placeOf: (file) => storageOf(text(file, 'id')),
})

/** Every column that the vault seals. Verifiers of installations are left out: none is good for more than ten minutes. */
export const sealedColumns: readonly BoundColumn[] = [
  ...['user_token', 'encryption_key', 'refresh_token'].map(credential),
  ...['access_token', 'refresh_token'].map(connection),
  ...(['token', 'credential'] as const).map(pairing),
  ...['secret_sealed', 'previous_secret_sealed'].map(endpoint),
  ...['drafts', 'funding_snapshots'].map(files),
  {
    table: 'clone_tokens',
    column: 'token_sealed',
    key: ofId,
    placeOf: (row) => tokenPlace(text(row, 'id')),
  },
  {
    table: 'idempotency_keys',
    column: 'response_sealed',
    key: { principal: 'text', operation: 'text', key: 'text' },
    placeOf: (row) =>
      answerPlace({ principal: text(row, 'principal'), operation: text(row, 'operation'), key: text(row, 'key') }),
  },
]
