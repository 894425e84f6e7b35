import { chmod, lstat, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The one folder that a runtime keeps; nobody else may look into it. */
export type WorkDir = {
  root: string
  identity: string
  connection: string
  password: string
  jobs: string
  exams: string
  verifications: string
  probes: string
  verdicts: string
}

/** The folder, made when missing and closed to everybody but its owner. */
export async function openWorkDir(path: string): Promise<WorkDir> {
  const root = resolve(path)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const state = await lstat(root)
  if (!state.isDirectory()) throw new Error(`${root} is not a folder.`)
  await chmod(root, 0o700)
  const work = join(root, 'work')
  return {
    root,
    identity: join(root, 'identity.json'),
    connection: join(root, 'connection.json'),
    password: join(root, 'password.json'),
    jobs: join(work, 'jobs'),
    exams: join(work, 'exams'),
    verifications: join(work, 'verifications'),
    probes: join(work, 'probes'),
    verdicts: join(work, 'verdicts'),
  }
}
