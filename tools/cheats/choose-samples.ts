import type { Sample } from '#starter-runtime/verifier/cheats/sample.ts'

export type Choice = {
  /** JSON files with results to judge instead of the corpus. */
  files: string[]
  /** Whether a result of the corpus is to be judged, by its place among those of its kind. */
  isChosen: (sample: Sample, at: number) => boolean
}

/** Files, or what results of the corpus to judge: those whose name or runner contains one of the words, or every nth. */
export function chooseSamples(args: readonly string[]): Choice {
  const at = args.indexOf('--every')
  const every = at === -1 ? 1 : Number(args[at + 1])
  if (!Number.isInteger(every) || every < 1) throw new Error('--every needs a whole number, as in --every 9')
  const rest = at === -1 ? args : args.toSpliced(at, 2)
  const unknown = rest.find((arg) => arg.startsWith('-'))
  if (unknown) throw new Error(`There is no option ${unknown}. Name JSON files, words of names, or --every 9.`)
  const files = rest.filter((arg) => arg.endsWith('.json'))
  const words = rest.filter((arg) => !arg.endsWith('.json'))
  if (files.length > 0 && (words.length > 0 || at !== -1))
    throw new Error('Name either JSON files, or which results of the corpus to judge.')
  const isNamed = ({ name, runner }: Sample) =>
    words.length === 0 || words.some((word) => name.includes(word) || runner === word)
  return { files, isChosen: (sample, place) => place % every === 0 && isNamed(sample) }
}
