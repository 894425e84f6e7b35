import { apiToken } from '../../api/api-tokens.ts'
import type { ApiTokenRow } from '../../data/api-tokens.ts'
import { toWire } from '../to-wire.ts'

export function toApiTokenReply(row: ApiTokenRow) {
  return toWire(apiToken, row)
}
