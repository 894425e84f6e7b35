import { countByKey } from '../../data/sealed-values.ts'
import type { Services } from '../context.ts'
import { sealedColumns } from './sealed-columns.ts'

/** `sealedBy` is the position of the secret in VAULT_SECRET, from 1; values of the first releases do not name it. */
export type KeyUse = { table: string; column: string; sealedBy: number | 'unknown' | 'unnamed'; values: number }

/** How many stored values each key has sealed. */
export async function readVaultKeys({ db, vault }: Pick<Services, 'db' | 'vault'>): Promise<KeyUse[]> {
  const uses: KeyUse[] = []
  for (const column of sealedColumns)
    for (const { key, values } of await countByKey(db, column)) {
      const position = vault.keyNames.indexOf(key) + 1
      const sealedBy = position || (key === '' ? 'unnamed' : 'unknown')
      uses.push({ table: column.table, column: column.column, sealedBy, values })
    }
  return uses
}
