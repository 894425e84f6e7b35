import { inTransaction } from '../../data/database.ts'
import { listOtherKeys, replaceSealed, type SealedRow } from '../../data/sealed-values.ts'
import type { StoredSealedFile } from '../../domain/sealed-files.ts'
import type { Vault } from '../../ports/vault.ts'
import type { Services } from '../context.ts'
import { type BoundColumn, sealedColumns } from './sealed-columns.ts'

const batch = 200

/**
 * Seals again, under the first key, whatever another key has sealed. What nobody here can open is left as it is. Returns
 * how many values were sealed again; does nothing while there is one key.
 */
export async function rewrapValues(ctx: Pick<Services, 'db' | 'vault'>): Promise<number> {
  if (ctx.vault.keyNames.length < 2) return 0
  let done = 0
  for (const column of sealedColumns) done += await rewrapColumn(ctx, column)
  return done
}

async function rewrapColumn({ db, vault }: Pick<Services, 'db' | 'vault'>, column: BoundColumn): Promise<number> {
  const [keyName = ''] = vault.keyNames
  let done = 0
  let after: SealedRow | undefined
  for (;;) {
    const rows = await listOtherKeys(db, column, { keyName, after, limit: batch })
    for (const row of rows) {
      const next = rewrapped(vault, column, row)
      // A value that changed since it was read is sealed by a program of today, or found in the next round.
      if (next && (await inTransaction(db, (tx) => replaceSealed(tx, column, row, next)))) done += 1
    }
    after = rows.at(-1)
    if (rows.length < batch) return done
  }
}

/** Undefined when a part of the value cannot be opened. */
function rewrapped(vault: Vault, column: BoundColumn, { row, value }: SealedRow): string | undefined {
  const reseal = (sealed: string, place: string) => vault.seal(vault.open(sealed, place), place)
  try {
    if (!column.isList) return reseal(value, column.placeOf(row))
    const files = JSON.parse(value) as StoredSealedFile[]
    return JSON.stringify(
      files.map((file) => ({ ...file, secret: reseal(file.secret, column.placeOf({ id: file.id })) })),
    )
  } catch {
    return undefined
  }
}
