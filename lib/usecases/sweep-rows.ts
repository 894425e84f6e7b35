import pLimit from 'p-limit'
import { isFailure } from '../domain/failure.ts'

export type RowFailure = { row: string; error: unknown }

/** What went wrong with single rows of a sweep whose other rows were handled. */
export class SweepError extends Error {
  readonly failures: readonly RowFailure[]

  constructor(failures: readonly RowFailure[]) {
    super(`${failures.length} rows of a sweep failed`)
    this.failures = failures
  }
}

type Sweep<Row> = {
  nameOf: (row: Row) => string
  handle: (row: Row) => Promise<unknown>
  /** How many are handled at once. */
  atOnce?: number
}

/**
 * Handles every row, whatever becomes of the others. A failure that callers may see is temporary: the provider or the
 * chain cannot be asked now, and the next sweep tries again. Any other error is thrown at the end, with its row.
 */
export async function sweepRows<Row>(rows: readonly Row[], { nameOf, handle, atOnce = 1 }: Sweep<Row>): Promise<void> {
  const failures: RowFailure[] = []
  await pLimit(atOnce).map(rows, async (row) => {
    try {
      await handle(row)
    } catch (error) {
      if (!isFailure(error)) failures.push({ row: nameOf(row), error })
    }
  })
  if (failures.length > 0) throw new SweepError(failures)
}

/** Carries out every part of a sweep in turn; rows that fail in one keep none of the others from being carried out. */
export async function sweepParts(...parts: (() => Promise<void>)[]): Promise<void> {
  const failures: RowFailure[] = []
  for (const part of parts) {
    try {
      await part()
    } catch (error) {
      if (!(error instanceof SweepError)) throw error
      failures.push(...error.failures)
    }
  }
  if (failures.length > 0) throw new SweepError(failures)
}
