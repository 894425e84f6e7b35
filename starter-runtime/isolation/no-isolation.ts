import { dirname } from 'node:path'
import type { Isolation } from './isolation.ts'
import { runProcess } from './run-process.ts'

/** Runs programs as this very user, with an empty environment and the limits, but with everything else in reach. */
export const noIsolation: Isolation = {
  name: 'none',
  run: (job) => {
    const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
    const env = { PATH: path, HOME: job.folder, LANG: 'C.UTF-8', ...job.env }
    const { tools, outbox } = job
    const argv = job.argv
      .map((word) => (tools ? word.replace(/^\/executor(?=\/)/, tools) : word))
      .map((word) => (outbox ? word.replace(outbox.path, outbox.folder) : word))
    return runProcess(['/usr/bin/env', '--unset=NODE_ENV', ...argv], job, env)
  },
}
