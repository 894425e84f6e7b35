import { randomUUID } from 'node:crypto'
import { submitProbeResultEndpoint } from '#lib/api/runtime-probe.ts'
import { reportProblem } from '#lib/domain/probe.ts'
import { Broken, NotChecked, require } from '../broken.ts'
import type { Check } from '../check.ts'
import { inSeconds } from '../plane/bodies.ts'
import type { Call } from '../plane/plane.ts'
import { beats } from '../transport/beats.ts'
import { until } from '../until.ts'
import { goodCheck, repositoryId } from '../work/documents.ts'
import { clonePath } from '../work/serve-repository.ts'

/** For runtimes that say that they try the commands of drafts; nobody has to. */
export const probeChecks: Check[] = [
  {
    rule: 'a probe is answered with what each command did on the base, in order',
    run: async (bench) => {
      const { plane, repository, workSeconds } = bench
      if (beats(bench).at(-1)?.body.can_probe !== true) throw new NotChecked('the runtime says that it does no probes')
      const probe_id = randomUUID()
      const answer_by = inSeconds(workSeconds)
      const commands = [goodCheck, { name: 'always', argv: ['/bin/sh', '-c', 'exit 0'], expect: 'passes' as const }]
      const delivered: Call[] = []
      const place = { clone_url: `${plane.origin}${clonePath}`, token: null, base_commit: repository.commit }
      const task = { acceptance_files: [], likely_paths: [], runs: 2, mutants: 2, answer_by }
      plane.heartbeatOverrides = { probes: [{ probe_id, answer_by }] }
      plane.handlers.set('takeProbeCredential', () => ({
        body: { probe_id, repository: { id: repositoryId, ...place }, commands, ...task },
      }))
      plane.handlers.set('submitProbeResult', (call) => {
        delivered.push(call)
        plane.heartbeatOverrides = {}
        return { body: { status: 'accepted', probe_id } }
      })
      const call = await until('report', () => delivered[0], (workSeconds + 30) * 1_000)
      const body = submitProbeResultEndpoint.body?.parse(call.body)
      if (body?.outcome !== 'completed') throw new Broken('the probe was not carried out')
      const problem = reportProblem(body.report, commands)
      require(problem === undefined, problem ?? '')
      const codes = body.report.commands.map(({ runs }) => runs.map(({ exit_code }) => exit_code))
      require(codes[0]?.every((code) => code !== 0) === true, 'the first command fails on the base')
      require(codes[1]?.every((code) => code === 0) === true, 'the second command passes on the base')
      require(codes.every(({ length }) => length <= 2), 'a command was run more often than asked')
      return `exit codes ${JSON.stringify(codes)}`
    },
  },
]
