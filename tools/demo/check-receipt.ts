import { Person, type Places } from '#test/people/person.ts'
import { checkProof } from '../verify/check-proof.ts'
import type { Ledger } from './ledger.ts'
import { expectThat, step, until } from './steps.ts'

/** Downloads the proof as a stranger does, and holds it against the chain. */
export async function checkReceipt(places: Places, ledger: Ledger, jobId: string): Promise<void> {
  const stranger = new Person('stranger', '', places)
  await step('A stranger downloads the proof and checks it against the chain alone', async () => {
    const params = { onchain_job_id: jobId }
    const read = () => stranger.call('getPublicProof', { params })
    const proof = await until('a proof', 60, read, () => true)
    const { problems } = await checkProof(proof, { rpcUrl: ledger.rpcUrl })
    expectThat(problems.length === 0, problems.map(({ text }) => text).join(' '))
    const { verdicts } = proof.statements
    const tests = verdicts.flatMap(({ commands }) => commands.map(({ tests }) => tests?.expected_count ?? 0))
    return {
      value: undefined,
      evidence: {
        events: proof.events.length,
        transfers: proof.transfers.length,
        signatures: proof.attempts
          .flatMap(({ verdicts }) => verdicts.map(({ signature }) => signature !== null))
          .filter(Boolean).length,
        'expected tests of each verdict': tests.join(', '),
        'added tests that failed as they must': verdicts.map(({ controls }) => controls?.failed ?? 0).join(', '),
        'seconds from verdict to payment': proof.statements.seconds_to_payment ?? 'none',
      },
    }
  })
}
