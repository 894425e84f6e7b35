import { relative } from 'node:path'
import type { Reporter as Journeys, TestCase, TestResult } from 'playwright/types/testReporter'
import type { TestModule, Reporter as Tests } from 'vitest/node'
import { lineOfFile, slowest, type TestFile } from './run-and-count.ts'

const root = `${import.meta.dirname}/../..`

/** Prints how long the files of a run took, slowest first; a reporter of vitest and of Playwright. */
export default class FileTimes implements Tests, Journeys {
  private readonly journeys = new Map<string, number>()

  onTestRunEnd(modules: readonly TestModule[]): void {
    report(modules.map((module) => ({ path: module.relativeModuleId, seconds: secondsOf(module) })))
  }

  onTestEnd({ location }: TestCase, { duration }: TestResult): void {
    const path = relative(root, location.file)
    this.journeys.set(path, (this.journeys.get(path) ?? 0) + duration / 1_000)
  }

  onEnd(): void {
    report([...this.journeys].map(([path, seconds]) => ({ path, seconds })))
  }
}

function secondsOf(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic()
  return (collectDuration + duration) / 1_000
}

function report(files: TestFile[]): void {
  console.log(['', ...slowest(files).map(lineOfFile), ''].join('\n'))
}
