import type { Host } from '../context.ts'
import { readCommit } from '../git/read.ts'
import { gitDirectory } from '../git/run.ts'
import { announceInRepository } from '../hooks/events.ts'
import type { Account } from '../store/accounts.ts'
import { run } from '../store/database.ts'
import { findRepositoryById, type Repository } from '../store/repositories.ts'
import { timestamp } from '../timestamp.ts'

export type Push = { ref: string; before: string | undefined; after: string; sender: Account }

/** Notes that a ref has moved, or is new, and announces it. */
export async function announcePush(host: Host, repository: Repository, push: Push): Promise<void> {
  const { ref, before, after, sender } = push
  const at = timestamp(host.now())
  run(host.db, 'UPDATE repositories SET pushed_at = ?1, updated_at = ?1 WHERE id = ?2', at, repository.id)
  const { message, author } = await readCommit(gitDirectory(host.dataDir, repository.id), after)
  announceInRepository(host, findRepositoryById(host.db, repository.id) ?? repository, {
    event: 'push',
    action: null,
    sender,
    details: {
      ref,
      before: before ?? '0'.repeat(40),
      after,
      created: before === undefined,
      deleted: false,
      forced: false,
      pusher: { name: sender.login, email: sender.email ?? author.email },
      head_commit: { id: after, message, timestamp: at, author: { name: author.name, email: author.email } },
    },
  })
}
