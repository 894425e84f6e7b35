import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { secretVariables, sharedVariables, webVariables, workerVariables } from '#lib/env.ts'
import { writePrivate } from './private-file.ts'

type Variables = NodeJS.ProcessEnv

const ourNames = Object.keys({ ...sharedVariables, ...webVariables, ...workerVariables })
const secretNames: ReadonlySet<string> = new Set(secretVariables)

/**
 * Keeps the settings of a running stack for the commands beside it. Only our own names are written; a secret that the
 * caller named stays in the caller's environment.
 */
export function writeStackFile(dataDir: string, variables: Variables, caller: Variables): void {
  const kept = ourNames.filter((name) => variables[name] && !(caller[name] && secretNames.has(name)))
  const settings = Object.fromEntries(kept.map((name) => [name, variables[name]]))
  writePrivate(fileIn(dataDir), JSON.stringify(settings))
}

/** From the start until everything is up there is none. */
export function removeStackFile(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}

export function hasStackFile(dataDir: string): boolean {
  return existsSync(fileIn(dataDir))
}

/** What the stack in this folder runs with, as far as it is kept. */
export function readStackFile(dataDir: string): Record<string, string> {
  return hasStackFile(dataDir) ? JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) : {}
}

/** The environment, replaced by what the stack in this folder runs with. */
export function stackEnvironment(dataDir: string, source: Variables): Variables {
  const variables: Variables = { ...source, ...readStackFile(dataDir) }
  if (variables.DATABASE_URL) return variables
  throw new Error(`The stack in ${dataDir} was started with a DATABASE_URL; set DATABASE_URL here as well`)
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'stack.json')
}
