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
    description: 'New work is taken within these local times; over midnight if `to` is first.',
  })

const repositories = z
  .array(
    z
      .string()
      .regex(/^[A-Za-z0-9-]{1,39}\/(\*|[\w.-]{1,100})$/, 'A repository is `owner/name`, all of an owner are `owner/*`.')
      .meta({ example: 'oakwood/*' }),
  )
  .max(50)
  .meta({ description: 'Only jobs of these, `owner/name` or `owner/*`; of any when empty.' })

const languages = z
  .array(z.string().min(1).max(40).meta({ example: 'TypeScript' }))
  .max(20)
  .meta({ description: 'Only jobs of repositories in these languages, as the host names them; of any when empty.' })

const networks = z
  .array(z.string().max(43).meta({ example: '192.0.2.0/24' }))
  .max(20)
  .meta({
    description:
      'Networks in CIDR notation that the runtime may call from; from any when empty. A call from elsewhere is refused even with a good credential.',
  })

export const limitsInput = z
  .strictObject({
    max_concurrent_jobs: z.int().min(1).max(8).optional(),
    min_reward: moneyInput.optional().meta({ description: 'Jobs that pay less are not offered.' }),
    min_silence_share_bps: silenceShareBps.optional().meta({ description: 'No offers below it; at first it is half.' }),
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
      'What the owner lets this agent take on. Hours and networks hold for workers and verifiers, the others for workers.',
  })
