import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Persona } from '../../personas.ts'
import { gitDirectory } from '../git/run.ts'
import { addCommits, createRepository } from '../git/write.ts'
import { ensureAccount, setMembership, setOptionalGrantors } from '../store/accounts.ts'
import { type Database, inTransaction, one, run } from '../store/database.ts'
import { insertRepository, setCollaborator } from '../store/repositories.ts'
import { accountNamed, plantIssue } from './plant-issue.ts'
import type { Seed, SeedRepository } from './types.ts'

export type Ground = { db: Database; dataDir: string; personas: readonly Persona[]; appSlug: string }

const accountsSince = '2025-03-03T08:00:00Z'

/** Makes sure every persona has an account, and on the very first start fills the host with the seed. */
export async function plantSeed(ground: Ground, seed: Seed): Promise<void> {
  await mkdir(join(ground.dataDir, 'git'), { recursive: true })
  inTransaction(ground.db, () => addAccounts(ground, seed))
  if (one(ground.db, "SELECT 1 FROM meta WHERE key = 'seeded'")) return
  // Rows first inside one transaction, files before it commits: a crash in between leaves nothing half planted.
  ground.db.exec('BEGIN IMMEDIATE')
  try {
    for (const repository of seed.repositories) await plantRepository(ground, repository)
    run(ground.db, "INSERT INTO meta VALUES ('seeded', 'yes')")
    ground.db.exec('COMMIT')
  } catch (error) {
    if (ground.db.isTransaction) ground.db.exec('ROLLBACK')
    throw error
  }
}

function addAccounts(ground: Ground, seed: Seed): void {
  const { db } = ground
  for (const { login, name, email } of ground.personas) {
    ensureAccount(db, { login, name, email, type: 'User', created_at: accountsSince })
  }
  const nobody = { name: null, email: null, created_at: accountsSince }
  ensureAccount(db, { ...nobody, login: 'jobwright', type: 'Organization' })
  ensureAccount(db, { ...nobody, login: `${ground.appSlug}[bot]`, type: 'User' })
  const grantors = seed.accounts.filter((account) => account.grantsOptional)
  setOptionalGrantors(
    db,
    grantors.map(({ login }) => login),
  )
  for (const { login, name, email, type, members = {} } of seed.accounts) {
    const account = ensureAccount(db, { login, name, email, type, created_at: accountsSince })
    for (const [member, role] of Object.entries(members)) {
      setMembership(db, account.id, accountNamed(db, member).id, role)
    }
  }
}

async function plantRepository(ground: Ground, seed: SeedRepository): Promise<void> {
  const id = plantRow(ground, seed)
  for (const issue of seed.issues) plantIssue(ground.db, { id, labels: seed.labels }, issue)
  await plantCommits(ground, id, seed)
}

/** Adds a repository without content and returns its id. */
export function plantRow({ db }: Ground, seed: SeedRepository): number {
  const id = insertRepository(db, {
    owner_id: accountNamed(db, seed.owner).id,
    name: seed.name,
    description: seed.description,
    private: seed.private ?? false,
    archived: seed.archived ?? false,
    topics: seed.topics,
    at: seed.createdAt,
  })
  for (const [login, role] of Object.entries(seed.collaborators ?? {})) {
    setCollaborator(db, id, accountNamed(db, login).id, role)
  }
  return id
}

/** Gives a repository exactly the commits of its seed. */
export async function plantCommits(ground: Ground, id: number, seed: SeedRepository): Promise<void> {
  const directory = gitDirectory(ground.dataDir, id)
  await createRepository(directory)
  const commits = seed.commits.map((commit) => {
    const { name, login, email } = accountNamed(ground.db, commit.author)
    return {
      branch: commit.branch ?? 'main',
      from: 'main',
      message: commit.message,
      author: { name: name ?? login, email: email ?? `${login}@users.example.test` },
      date: new Date(commit.date),
      files: commit.files,
    }
  })
  await addCommits(directory, commits)
  const last = seed.commits.at(-1)?.date ?? seed.createdAt
  run(ground.db, 'UPDATE repositories SET pushed_at = ?1, updated_at = ?1 WHERE id = ?2', last, id)
}
