import type { UseFormReturnType } from '@mantine/form'
import type { Money } from '#lib/domain/money.ts'
import { reportKinds } from '#lib/domain/test-report.ts'
import type { VerificationCommand } from '#lib/domain/verification-command.ts'
import type { AcceptanceValues } from './acceptance-values.ts'
import type { DurationValues } from './duration.ts'

/** `auto` leaves it to the service to recognise the report. */
export const reportChoices = ['auto', ...reportKinds] as const

export type DraftFormFields = { form: UseFormReturnType<DraftValues> }

export type CommandValues = {
  key: string
  name: string
  line: string
  expect: VerificationCommand['expect']
  report: (typeof reportChoices)[number]
  /** One name a line. */
  expectedTests: string
}

/** A draft as a form holds it: lists as lines, numbers as typed. */
export type DraftValues = {
  title: string
  instructions: string
  criteria: string
  commands: CommandValues[]
  protectedPaths: string
  acceptance: AcceptanceValues[]
  /** Owners of workers learn before the end why a result failed. */
  isEvidenceOpen: boolean
  /** The worker of a later attempt learns why earlier ones failed. */
  sharesFailures: boolean
  isAutomatic: boolean
  baseBranch: string
  reward: string
  verifierFee: string
  verifiers: string
  quorum: string
  maxAttempts: string
  /** Of the reward, in percent. */
  silenceShare: string
  openFor: DurationValues
  timeToWork: DurationValues
  timeToVerify: DurationValues
}

export type TypedTerms = {
  reward: Money
  verifier_fee: Money
  verifiers: number
  max_attempts: number
  quorum: number
  silence_share_bps: number
}

export type Total = { locked: bigint; fees: bigint; fee: bigint; reward: bigint; unused: bigint }
