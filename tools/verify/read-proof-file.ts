import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { proof } from '#lib/api/proofs.ts'
import { findRepeatedKey } from '#lib/http/repeated-key.ts'
import { fileProblem } from '../file-problem.ts'
import { CannotTellError, type Problem, problem } from './problem.ts'

/** What a checker reads; what the service merely states is left alone. */
const checkable = proof.omit({ statements: true })
export type ProofDocument = z.output<typeof checkable>

const maxBytes = 64 * 1024 * 1024

/** A proof from a file, or why the file is none. */
export async function readProofFile(file: string): Promise<ProofDocument | Problem> {
  let bytes: Buffer
  try {
    bytes = await readFile(file)
  } catch (error) {
    const reason = fileProblem(error, file)
    throw new CannotTellError(reason === error ? `${file} cannot be read.` : (reason as Error).message, {
      cause: error,
    })
  }
  if (bytes.length > maxBytes) return problem('wrong_format', `A proof has at most ${maxBytes} bytes.`)
  return parseProof(bytes.toString('utf8'))
}

/** Refuses what programs read differently: names given twice, `__proto__`, halves of letters, numbers without a value. */
export function parseProof(text: string): ProofDocument | Problem {
  let value: unknown
  try {
    value = JSON.parse(text, plainMember)
  } catch (error) {
    const reason = error instanceof NotPlainError ? error.message : 'The file is not JSON.'
    return problem('wrong_format', reason)
  }
  const repeated = findRepeatedKey(text)
  if (repeated !== undefined)
    return problem('wrong_format', `An object has the member ${JSON.stringify(repeated)} twice.`)
  const parsed = checkable.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return problem('wrong_format', `\`${issue?.path.join('.') || 'The document'}\` is not as the format demands.`)
}

class NotPlainError extends Error {}

function plainMember(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new NotPlainError('No member of a proof is called “__proto__”.')
  if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
    throw new NotPlainError('A text of the proof has half of a letter.')
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new NotPlainError('A number of the proof is too large.')
  return value
}
