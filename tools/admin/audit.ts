import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportAudit } from '#lib/usecases/audit/export-audit.ts'
import type { Context } from '#lib/usecases/context.ts'
import { fileProblem } from '../file-problem.ts'

/** Writes the audit trail to a new file that only its owner reads; an existing file is refused. */
export async function exportAuditTo(ctx: Context, file: string): Promise<string> {
  const written = pipeline(Readable.from(exportAudit(ctx)), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  await written.catch((error: unknown) => {
    throw fileProblem(error, file)
  })
  return `Wrote ${file}. Check it anywhere: npm run audit -- verify ${file} --key ${ctx.auditKey.publicKey}`
}
