import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'
import { auditFormat, checkpointText, firstSealedText, sealedText } from '#lib/domain/audit.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const sequence = z.int().min(0)
const header = z.strictObject({
  type: z.literal('header'),
  format: z.literal(auditFormat.format),
  version: z.literal(auditFormat.version),
  chain_id: z.int(),
  escrow: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{40}$/)]),
  public_key: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
})
const event = z.strictObject({
  type: z.literal('event'),
  sequence: sequence.min(1),
  id: z.string(),
  actor_kind: z.string(),
  actor_id: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  name: z.string(),
  from_state: z.string().nullable(),
  to_state: z.string().nullable(),
  evidence: z.string(),
  created_at: z.string(),
  seal: hash,
})
const checkpoint = z.strictObject({
  type: z.literal('checkpoint'),
  sequence,
  seal: z.union([hash, z.literal('')]),
  lines_sha256: hash,
  is_last: z.boolean(),
  signature: z.string(),
})
const record = z.discriminatedUnion('type', [header, event, checkpoint])

type Header = z.output<typeof header>
type Event = z.output<typeof event>
type Checkpoint = z.output<typeof checkpoint>

export type CheckOptions = {
  /** The public key that the reader trusts; without it the file's own is believed. */
  key?: string | undefined
  /** A checkpoint that the reader kept, such as one of the transparency page. */
  kept?: { sequence: number; seal: string } | undefined
}
export type CheckedExport = { problems: string[]; events: number; key: string | null }

const mostProblems = 20

/** Checks an export line by line, without the database; each problem is one sentence. */
export async function checkExport(
  lines: AsyncIterable<string> | Iterable<string>,
  options: CheckOptions = {},
): Promise<CheckedExport> {
  const check = createCheck(options)
  let number = 0
  for await (const line of lines) {
    number += 1
    check.take(line, number)
    if (check.problems.length >= mostProblems) break
  }
  return check.end()
}

/** The last event: the seal that it states, and the one that its text makes of the seal before. */
type Last = { sequence: number; seal: string; due: string; id: string }

function createCheck({ key: trusted, kept }: CheckOptions) {
  const problems: string[] = []
  const digest = createHash('sha256')
  let head: Header | undefined
  let publicKey: KeyObject | undefined
  let last: Last = { sequence: 0, seal: '', due: '', id: '' }
  let isNewForm = false
  let isEnded = false
  let isKeptSeen = false

  const begin = (found: Header) => {
    head = found
    publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: found.public_key }, format: 'jwk' })
    if (trusted !== undefined && trusted !== found.public_key)
      problems.push(`The file is signed by the key ${found.public_key}, not by the one that you named.`)
  }

  const addEvent = (found: Event) => {
    const place = placeOf(found, last)
    if (place) problems.push(place)
    else if (!fits(found)) problems.push(`Event ${found.sequence} was changed after it was sealed, or is foreign.`)
    if (kept?.sequence === found.sequence) {
      isKeptSeen = true
      if (kept.seal !== found.seal)
        problems.push(`Event ${found.sequence} has another seal than the checkpoint that you kept.`)
    }
    // What follows is held against the seal that is stated, or that should be, so that one defect is named once.
    if (found.sequence < last.sequence) return
    last = { ...found, due: sealOf(sealedText(found), found.sequence === last.sequence + 1 ? last.seal : '') }
  }

  /** Once an event is sealed in the newer form, the older one is no longer accepted. */
  const fits = (found: Event) => {
    const before = found.sequence === last.sequence + 1 ? [last.seal, last.due] : ['']
    const isSealOf = (text: string) => before.some((seal) => sealOf(text, seal) === found.seal)
    if (isSealOf(sealedText(found))) {
      isNewForm = true
      return true
    }
    return !isNewForm && isSealOf(firstSealedText(found))
  }

  const addCheckpoint = (found: Checkpoint, lines: string) => {
    const { signature, type: _, ...signed } = found
    const name = `The checkpoint after event ${found.sequence}`
    if (!head || !publicKey) return
    const text = Buffer.from(checkpointText(head, signed))
    if (!verify(null, text, publicKey, Buffer.from(signature, 'base64url')))
      problems.push(`${name} is not signed by the key of the file.`)
    else if (found.sequence !== last.sequence) problems.push(`${name} stands after event ${last.sequence}.`)
    else if (found.seal !== last.seal) problems.push(`${name} names another seal: the events before it were replaced.`)
    else if (found.lines_sha256 !== lines) problems.push(`${name} does not cover the lines before it: one was changed.`)
    if (found.is_last) isEnded = true
  }

  return {
    problems,
    take(line: string, number: number) {
      const found = parse(line)
      const lines = found?.type === 'checkpoint' ? digest.copy().digest('hex') : ''
      digest.update(`${line}\n`)
      if (!found) problems.push(`Line ${number} is not one of an audit export.`)
      else if ((number === 1) !== (found.type === 'header'))
        problems.push(`Line ${number}: the header is the first line.`)
      else if (isEnded) problems.push(`Line ${number} comes after the last checkpoint.`)
      else if (found.type === 'header') begin(found)
      else if (found.type === 'event') addEvent(found)
      else addCheckpoint(found, lines)
    },
    end(): CheckedExport {
      if (!isEnded && problems.length < mostProblems)
        problems.push('The file ends without its last checkpoint: its tail is missing.')
      if (kept && !isKeptSeen && problems.length < mostProblems)
        problems.push(`Event ${kept.sequence} of the checkpoint that you kept is not in the file.`)
      return { problems, events: last.sequence, key: head?.public_key ?? null }
    },
  }
}

function sealOf(text: string, before: string): string {
  return createHash('sha256').update(Buffer.from(before, 'hex')).update(text).digest('hex')
}

/** What is wrong with where an event stands; undefined when it is the next one. */
function placeOf(found: Event, last: { sequence: number; id: string }): string | undefined {
  const expected = last.sequence + 1
  if (found.sequence === expected) return undefined
  if (found.id === last.id) return `Event ${found.sequence} is listed twice.`
  if (found.sequence === last.sequence) return `Two events have the number ${found.sequence}; ${found.id} is foreign.`
  if (found.sequence < expected) return `Event ${found.sequence} stands after event ${last.sequence}.`
  return found.sequence === expected + 1
    ? `Event ${expected} is missing.`
    : `Events ${expected} to ${found.sequence - 1} are missing.`
}

function parse(line: string): z.output<typeof record> | undefined {
  try {
    return record.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
