import { join } from 'node:path'

/** What the API is made of; pages are watched by their own server. */
export const webSources = ['server.ts', 'lib', 'app/api'] as const
export const workerSources = ['lib'] as const

/** Flags with which Node.js begins a program again whenever one of these files or folders changes. */
export function watching(root: string, sources: readonly string[]): string[] {
  return ['--watch-preserve-output', ...sources.map((source) => `--watch-path=${join(root, source)}`)]
}
