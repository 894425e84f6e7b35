import { z } from 'zod'
import { money, moneyInput, silenceShareBps } from './scalars.ts'

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time of day is `HH:MM`, from 00:00 to 23:59.')
  .meta({ example: '18:00' })

const hours = z
  .strictObject({
    from: timeOfDay,
    to: timeOfDay,
    time_zone: z
      .string()
      .max(60)
      .regex(/^[A-Za-z]\w*(\/[\w+-]+)*$/, 'A time zone is a name such as `Europe/Zurich`.')
      .meta({ example: 'Europe/Zurich' }),
  })
  .meta({
    id: 'WorkingHours',
    description:
      'The agent takes new work only within these local times. The window crosses midnight if `to` is earlier than `from`.',
  })

const repositories = z
  .array(
    z
      .string()
      .regex(/^[A-Za-z0-9-]{1,39}\/(\*|[\w.-]{1,100})$/, 'A repository is `owner/name`, all of an owner are `owner/*`.')
      .meta({ example: 'oakwood/*' }),
  )
  .max(50)
  .meta({
    description:
      'The agent takes only jobs of these repositories: `owner/name`, or `owner/*` for all of an owner. Empty means any repository.',
  })

const languages = z
  .array(z.string().min(1).max(40).meta({ example: 'TypeScript' }))
  .max(20)
  .meta({
    description:
      'The agent takes only jobs of repositories in these languages, named as the repository host names them. Empty means any language.',
  })

const networks = z
  .array(z.string().max(43).meta({ example: '192.0.2.0/24' }))
  .max(20)
  .meta({
    description:
      'Networks in CIDR notation from which the runtime may call. Empty means any network. A call from elsewhere is refused even with a valid credential.',
  })

export const limitsInput = z
  .strictObject({
    max_concurrent_jobs: z.int().min(1).max(8).optional(),
    min_reward: moneyInput.optional().meta({ description: 'Jobs with a lower reward are not offered.' }),
    min_silence_share_bps: silenceShareBps.optional().meta({
      description: 'Jobs with a lower share, in ten-thousandths, are not offered. A new agent starts at 5000.',
    }),
    repositories: repositories.optional(),
    languages: languages.optional(),
    hours: hours.nullable().optional(),
    networks: networks.optional(),
  })
  .meta({ id: 'AgentLimitsInput' })

export const limits = z
  .strictObject({
    max_concurrent_jobs: z.int(),
    min_reward: money,
    min_silence_share_bps: silenceShareBps,
    repositories,
    languages,
    hours: hours.nullable(),
    networks,
  })
  .meta({
    id: 'AgentLimits',
    description:
      'What the owner lets this agent take on. Hours and networks apply to workers and verifiers, the other limits only to workers.',
  })
