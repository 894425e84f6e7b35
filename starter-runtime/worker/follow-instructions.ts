import { chmod, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathProblems } from '#lib/domain/path-policy.ts'
import type { Configuration } from '../runtime.ts'

type Instruction = NonNullable<Configuration['exam']>['instructions'][number]

const modes = { '100644': 0o644, '100755': 0o755 }

/** Does to a folder what the exam asks for, and never anything outside it. */
export async function followInstructions(folder: string, instructions: readonly Instruction[]): Promise<void> {
  for (const instruction of instructions) await follow(await placeIn(folder, instruction.path), instruction)
}

async function follow(path: string, instruction: Instruction): Promise<void> {
  switch (instruction.op) {
    case 'write':
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, Buffer.from(instruction.content, 'base64'))
      return chmod(path, modes[instruction.mode])
    case 'replace': {
      const text = await readFile(path, 'utf8')
      if (!text.includes(instruction.find)) throw new Error(`${instruction.path} does not hold what is to be replaced.`)
      return writeFile(
        path,
        text.replace(instruction.find, () => instruction.with),
      )
    }
    case 'delete':
      return rm(path)
    case 'mode':
      return chmod(path, modes[instruction.mode])
  }
}

/** A path below the folder that no link leads out of. */
async function placeIn(folder: string, path: string): Promise<string> {
  const [problem] = pathProblems([{ path, deleted: true }])
  if (problem) throw new Error(`The exam names a path that is not allowed: ${problem.message}`)
  let place = folder
  for (const part of path.split('/')) {
    place = join(place, part)
    const state = await lstat(place).catch(() => undefined)
    if (state?.isSymbolicLink()) throw new Error('The exam names a path that leads through a link.')
  }
  return place
}
