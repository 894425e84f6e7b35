import type { Context } from '#lib/usecases/context.ts'
import { type KeyUse, readVaultKeys } from '#lib/usecases/vault/read-vault-keys.ts'
import { toTable } from '../table.ts'

/** Which secrets of VAULT_SECRET stored values need, and the audit key that each of them makes. No secret is shown. */
export async function secretTable(ctx: Context, isJson: boolean): Promise<string> {
  const uses = await readVaultKeys(ctx)
  const auditKeys = [ctx.auditKey.publicKey, ...ctx.auditKey.otherPublicKeys]
  if (isJson) return JSON.stringify({ values: uses, audit_keys: auditKeys }, null, 2)
  const rows = uses.map(({ table, column, sealedBy, values }) => [table, column, nameOf(sealedBy), String(values)])
  return [
    ...(rows.length > 0 ? [toTable(['table', 'column', 'sealed by', 'values'], rows), ''] : []),
    ...auditKeys.map((key, place) => `Secret ${place + 1} makes the audit key ${key}.`),
    conclusion(uses, auditKeys.length),
  ].join('\n')
}

const nameOf = (sealedBy: KeyUse['sealedBy']) => (typeof sealedBy === 'number' ? `secret ${sealedBy}` : sealedBy)

function conclusion(uses: readonly KeyUse[], secrets: number): string {
  const count = (is: (sealedBy: KeyUse['sealedBy']) => boolean) =>
    uses.filter(({ sealedBy }) => is(sealedBy)).reduce((sum, { values }) => sum + values, 0)
  const unknown = count((by) => by === 'unknown')
  if (unknown > 0) return `No secret here opens ${unknown} values: add the one that sealed them behind the first.`
  const others = count((by) => by !== 1)
  if (secrets === 1) return 'VAULT_SECRET holds one secret, and nothing needs another one.'
  return others > 0
    ? `${others} values still need a secret other than the first: a worker seals them again within minutes.`
    : 'No stored value needs another secret than the first. One that was the first before is needed for 30 days by links in e-mails; a new one becomes the first once every program has it.'
}
