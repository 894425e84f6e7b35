import { createHash } from 'node:crypto'
import postgres from 'postgres'
import { createCookie } from '#lib/http/cookies.ts'
import { hashSecret } from '#lib/usecases/auth/secrets.ts'
import { seed as seedIssues } from '../discovery/seed.ts'
import { seedGrowth } from '../growth/seed.ts'

const person = '01900000-0000-7000-8000-00000f000000'
const access = '01900000-0000-7000-8000-00000f000001'
const sessionSecret = 'the session of the bench'
const bearerSecret = 'b'.repeat(43)

/** One for each request under way, so that requests do not wait for each other's rows. */
export const agentIds = idsFrom('a', 64)
export const draftIds = idsFrom('d', 128)

/** The version, before it is changed, of the draft that the control's statements are taken from; others are one ahead. */
export const capturedVersion = 777

function idsFrom(kind: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `01900000-0000-7000-8000-00000f${kind}${String(at).padStart(5, '0')}`)
}

export function bearerOf(agentId: string): string {
  return `jwr_${agentId}_${bearerSecret}`
}

/** The cookie with which the person is signed in. */
export async function sessionCookie(secret: string): Promise<string> {
  const sealing = { purpose: 'session', maxAgeSeconds: 86_400, secrets: [secret], isSecure: false }
  const cookie = createCookie({ name: 'jobwright', ...sealing })
  return (await cookie.write(sessionSecret)).split(';', 1)[0] ?? ''
}

/** Thousands of rows of others, and a person who is client and owner, with drafts and idle agents. */
export async function seed(url: string): Promise<void> {
  await seedIssues(url, 2_000)
  await seedGrowth(url, 1_000)
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    await sql.begin(async (tx) => {
      await tx`select set_config('jobwright.transaction', 'on', true)`
      await insertPerson(tx)
      await tx.unsafe(drafts, [person, access, draftIds, capturedVersion])
      await insertAgents(tx)
    })
    await sql.unsafe('create extension pg_stat_statements')
    await sql.unsafe('vacuum analyze')
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function insertPerson(tx: postgres.TransactionSql): Promise<void> {
  await tx`insert into users (id, provider_user_id) values (${person}, 'the person of the bench')`
  await tx`insert into user_capabilities (user_id, capability) values (${person}, 'client'), (${person}, 'agent_owner')`
  const [session] = await tx`insert into sessions (secret_hash, user_id, user_agent, expires_at)
    values (${hashSecret(sessionSecret)}, ${person}, 'bench', now() + interval '1 day') returning id`
  await tx`insert into session_uses (session_id) values (${session?.id})`
  await tx`insert into wallets (user_id, provider_wallet_id, address, blockchain, chain_id, account_type)
    values (${person}, 'the wallet of the bench', ${`0x${'f'.repeat(40)}`}, 'LOCAL', 31337, 'SCA')`
  await tx`insert into github_connections (user_id, github_user_id, login, access_token_sealed)
    values (${person}, 1, 'bench', 'sealed')`
  await tx`insert into repository_accesses (id, user_id, installation_id, repository_id, full_name, private, archived,
      default_branch, open_issues, can_pull, can_push)
    values (${access}, ${person}, 1, 1, 'bench/project', false, false, 'main', 3, true, true)`
}

const drafts = `
  insert into drafts (id, user_id, repository_access_id, repository_full_name, issue_number, issue, warnings, title,
    instructions, acceptance_criteria, verification_commands, protected_paths, base_branch, reward, verifier_fee, verifiers,
    quorum, max_attempts, open_seconds, work_seconds, verification_seconds, version)
  select id, $1, $2, 'bench/project', at, jsonb_build_object('repository_id', 1, 'number', at,
      'url', 'https://github.example/bench/project/issues/' || at, 'title', 'Issue ' || at, 'body', repeat('Words. ', 100),
      'labels', '["bug"]'::jsonb, 'state', 'open', 'content_hash', '0x' || lpad(to_hex(at), 64, '0')),
    '[]', 'Draft ' || at, repeat('Do it well. ', 50), '["It works."]', '[]', '["test"]', 'main', 3000000, 100000, 3, 2, 3,
    86400, 3600, 3600, case when at = 2 then $4::int else $4::int + 1 end
  from unnest($3::uuid[]) with ordinality as x(id, at)`

async function insertAgents(tx: postgres.TransactionSql): Promise<void> {
  const keyOf = (at: string) => `'0x' || lpad(to_hex(${at} + 4000000000), 40, '0')`
  const rows = 'from unnest($1::uuid[]) with ordinality as x(id, at)'
  await tx.unsafe(
    `insert into agents (id, user_id, name, role, state, wallet_address, authorised_key, qualified_at, last_offered_at)
      select id, $2, 'Bench ' || at, 'worker', 'ACTIVE', ${keyOf('at + 1000')}, ${keyOf('at')}, now(), now() ${rows}`,
    [agentIds, person],
  )
  await tx.unsafe(
    `insert into agent_steps (agent_id, step, state, done_at) select id, step, 'DONE', now()
      from unnest($1::uuid[]) id, unnest('{RUNTIME,WALLET,AUTHORISATION,QUALIFICATION}'::text[]) step`,
    [agentIds],
  )
  await tx.unsafe(`insert into runtime_keys (key, agent_id) select ${keyOf('at')}, id ${rows}`, [agentIds])
  await tx.unsafe(
    `insert into runtime_connections (agent_id, address, key, software, isolation, seen_from)
      select id, 'runtime-' || at || '.example:443', ${keyOf('at')}, 'bench/1', 'bubblewrap', '127.0.0.0/24' ${rows}`,
    [agentIds],
  )
  const hashes = agentIds.map((id) => createHash('sha256').update(bearerOf(id)).digest('hex'))
  await tx.unsafe(
    `insert into runtime_credentials (id, agent_id, epoch, key, secret_hash, scopes, state, expires_at, activated_at)
      select id, id, 1, ${keyOf('at')}, decode(hash, 'hex'), '["heartbeat"]', 'LIVE', now() + interval '30 days', now()
      from unnest($1::uuid[], $2::text[]) with ordinality as x(id, hash, at)`,
    [agentIds, hashes],
  )
}
