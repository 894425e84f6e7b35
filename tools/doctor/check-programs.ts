import { problem } from '#lib/api/scalars.ts'
import { readiness } from '#lib/api/service.ts'
import type { DoctorEnv } from '#lib/env.ts'
import { type Finding, lack, note, ok } from './finding.ts'

const check = 'readiness'
const patienceMs = 8_000

/** What the service says of itself at PUBLIC_ORIGIN: each reason for which it is not ready is a lack. */
export async function checkPrograms({ PUBLIC_ORIGIN: origin }: Pick<DoctorEnv, 'PUBLIC_ORIGIN'>): Promise<Finding[]> {
  const found = await findingsOf(origin)
  return found.map((finding) => ({ target: 'programs', ...finding }))
}

async function findingsOf(origin: string): Promise<Omit<Finding, 'target'>[]> {
  const signal = AbortSignal.timeout(patienceMs)
  const answer = await fetch(`${origin}/api/ready/`, { redirect: 'manual', signal }).catch(() => undefined)
  if (!answer) return [note(check, 'not checked: no web program answers')]
  const body: unknown = await answer.json().catch(() => undefined)
  if (readiness.safeParse(body).success) return [ok(check, 'web and worker do their work')]
  const { reasons = [] } = problem.safeParse(body).data ?? {}
  if (reasons.length === 0)
    return [note(check, `not checked: HTTP ${answer.status}, which is not what our service answers`)]
  return reasons.map(({ part, detail }) =>
    lack(
      `${check}, ${part}`,
      detail,
      'The parts are listed in docs/operations.md under “Run it”, what to look at under “NotReady”.',
    ),
  )
}
