import { z } from 'zod'
import { mutantGaps, probeMutants, probeRuns, probeStops } from '../domain/probe.ts'
import { timestamp } from './scalars.ts'

const shown = (characters: number) => z.string().max(characters)
const count = z.int().min(0).max(100_000)

/** What a verifier saw of one command on the base. */
const probedCommand = z
  .strictObject({
    name: shown(80),
    runs: z
      .array(
        z.strictObject({
          exit_code: z.int().min(0).max(255).nullable(),
          stopped_by: z.enum(probeStops).nullable(),
          duration_ms: z.int().min(0).max(600_000),
        }),
      )
      .min(1)
      .max(probeRuns)
      .meta({ description: 'Runs on the base, each in a fresh checkout.' }),
    output_tail: shown(2_000).meta({ description: 'The end of the first run’s output.' }),
    tests: z
      .strictObject({ passed: count, failed: count, skipped: count, todo: count })
      .nullable()
      .meta({ description: 'Counts from the first run’s report; null if no report could be read.' }),
    mutants: z
      .strictObject({
        tried: z.int().min(1).max(probeMutants),
        caught: z.int().min(0).max(probeMutants),
        survivors: z
          .array(z.strictObject({ file: shown(400), line: z.int().min(1), before: shown(200), after: shown(200) }))
          .max(probeMutants),
      })
      .nullable()
      .meta({ description: 'Deliberate faults in the sources, each of which must make the command fail.' }),
    mutants_gap: z.enum(mutantGaps).nullable().meta({
      description:
        'Why no fault was tried. `fails_on_base` is also used if the command is expected to fail on the base.',
    }),
  })
  .meta({ id: 'ProbedCommand' })

export const probeReport = z
  .strictObject({ isolation: z.string().min(1).max(60), commands: z.array(probedCommand).min(1).max(10) })
  .meta({ id: 'ProbeReport' })

/** The probe of a draft as its client sees it. */
export const draftProbe = z
  .strictObject({
    state: z.enum(['RUNNING', 'DONE', 'NOBODY_FREE']),
    is_current: z.boolean().meta({
      description: 'Whether the probe covers the draft’s current commands, acceptance files and base commit.',
    }),
    base_commit: z.string(),
    likely_paths: z.array(z.string()),
    started_at: timestamp,
    until: timestamp.meta({ description: 'When the review stops waiting for the probe.' }),
    ended_at: timestamp.nullable(),
    reason: z.string().nullable().meta({ description: 'Why there is no report.' }),
    reports: z
      .array(probeReport.extend({ reported_at: timestamp }).meta({ id: 'DraftProbeReport' }))
      .meta({ description: 'Reports of up to two verifiers of different owners, oldest first.' }),
  })
  .meta({ id: 'DraftProbe' })
