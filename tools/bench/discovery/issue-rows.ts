import { createRandom, createSkewed, type Random, skewedLength } from './random.ts'
import { createWords } from './words.ts'

export type IssueRow = {
  id: number
  repository: number
  number: number
  title: string
  labels: string[]
  comments: number
  assignees: number
  author: string
  createdAt: Date
  updatedAt: Date
  body: string
  job: { id: number; state: string; reward: number } | null
}

export type RepositoryRow = { id: number; owner: string; fullName: string; language: string | null }

const languages =
  `TypeScript Python JavaScript Go Java Rust C++ C# PHP Ruby Kotlin Swift C Shell Scala Elixir Dart Haskell
  Lua Zig Clojure Perl R Julia Erlang OCaml Vue HTML CSS Solidity`.split(/\s+/)
const labels = [
  'bug',
  'enhancement',
  'question',
  'documentation',
  'good first issue',
  'help wanted',
  'feature',
  'stale',
  'needs triage',
  'duplicate',
  'wontfix',
  'performance',
  'security',
  'ui',
  'api',
  'tests',
  'ci',
  'dependencies',
  'accessibility',
  'regression',
  'design',
  'backend',
  'frontend',
  'infrastructure',
  'breaking change',
  'blocked',
  ...Array.from({ length: 600 }, (_, index) => `area/${index}`),
]
const states = ['OPEN', 'ASSIGNED', 'SUBMITTED', 'SETTLED'] as const
const dayMs = 86_400_000
const ageMax = 3 * 365 * dayMs

/** Repositories of owners of very different sizes; ever the same ones. */
export function repositoryRows(issues: number): RepositoryRow[] {
  const random = createRandom(11)
  const count = Math.max(5, Math.round(issues / 200))
  const owner = createSkewed(random, Math.max(3, Math.round(count / 4)), 5)
  const language = createSkewed(random, languages.length, 1)
  return Array.from({ length: count }, (_, index) => {
    const name = `Owner-${owner()}`
    return {
      id: 1_000_000 + index,
      owner: name,
      fullName: `${name}/project-${index}`,
      language: random() < 0.03 ? null : (languages[language()] ?? null),
    }
  })
}

/** Issues from the oldest to the newest, as a host would number them; ever the same ones, up to the day before. */
export function* issueRows(issues: number, repositories: number): Generator<IssueRow> {
  const random = createRandom(13)
  const words = createWords(40_000)
  const word = createSkewed(random, words.length, 30)
  const repository = createSkewed(random, repositories, 5)
  const label = createSkewed(random, labels.length, 1)
  const author = createSkewed(random, Math.max(10, Math.round(issues / 10)), 20)
  const numbers = new Uint32Array(repositories)
  const text = (length: number) => Array.from({ length }, () => words[word()]).join(' ')
  const newest = Math.floor(Date.now() / dayMs) * dayMs
  const stepMs = Math.floor(ageMax / issues)
  for (let index = 0; index < issues; index += 1) {
    const home = repository()
    const number = (numbers[home] ?? 0) + 1
    numbers[home] = number
    const age = (issues - index) * stepMs
    const createdAt = new Date(newest - age - Math.floor(random() * stepMs))
    yield {
      id: 2_000_000_000 + index * 3,
      repository: home,
      number,
      title: text(3 + Math.floor(random() * 7)),
      labels: [...new Set(Array.from({ length: Math.floor(random() * 4) }, () => labels[label()] ?? ''))],
      comments: random() < 0.4 ? 0 : skewedLength(random, 3, 500),
      assignees: random() < 0.15 ? 1 : 0,
      author: `user-${author()}`,
      createdAt,
      updatedAt: new Date(createdAt.getTime() + Math.floor(random() ** 3 * age)),
      body: text(skewedLength(random, 30, 1_200)),
      job: jobOf(random, index),
    }
  }
}

/** One in two hundred is paid for. */
function jobOf(random: Random, index: number): IssueRow['job'] {
  if (random() >= 0.005) return null
  const reward = skewedLength(random, 40, 2_000) * 1_000_000
  return { id: index + 1, state: states[Math.floor(random() * states.length)] ?? 'OPEN', reward }
}
