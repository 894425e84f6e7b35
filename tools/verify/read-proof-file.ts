import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { proof } from '#lib/api/proofs.ts'
import { CannotTellError, type Problem, problem } from './problem.ts'

export type ProofDocument = z.output<typeof proof>

const maxBytes = 64 * 1024 * 1024

/** A proof from a file, or why the file is none. */
export async function readProofFile(file: string): Promise<ProofDocument | Problem> {
  let bytes: Buffer
  try {
    bytes = await readFile(file)
  } catch (error) {
    throw new CannotTellError(`${file} cannot be read.`, { cause: error })
  }
  if (bytes.length > maxBytes) return problem('wrong_format', `A proof has at most ${maxBytes} bytes.`)
  return parseProof(bytes.toString('utf8'))
}

export function parseProof(text: string): ProofDocument | Problem {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return problem('wrong_format', 'The file is not JSON.')
  }
  const parsed = proof.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return problem('wrong_format', `\`${issue?.path.join('.') || 'The document'}\` is not as the format demands.`)
}
