import { defaultProtection } from '#lib/domain/default-protection.ts'
import type { Sample } from './sample.ts'

type Written = Omit<Sample, 'protectedPaths' | 'base'> & { base: Record<string, string> }

/** Protected as a draft protects them by default. */
export const protectByDefault = (samples: readonly Written[]): Sample[] =>
  samples.map((one) => ({
    ...one,
    protectedPaths: defaultProtection({ paths: Object.keys(one.base), isComplete: true }, [one]),
  }))
