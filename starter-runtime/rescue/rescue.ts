import { openConnection } from '../connection.ts'
import type { RescueOptions } from '../options.ts'
import { print, reasonOf } from '../print.ts'
import { openWorkDir } from '../storage/work-dir.ts'
import { type Escrow, openEscrow } from './escrow.ts'
import { type KeptVerdict, readKeptVerdicts } from './kept-verdicts.ts'

/** Shows the escrow every signed verdict at hand that it lacks. Resolves to the number of attempts that failed. */
export async function rescue(options: RescueOptions): Promise<number> {
  const workDir = await openWorkDir(options['work-dir'])
  const bound = (await openConnection(workDir.connection)).current()
  if (!bound) throw new Error('This runtime was never paired, so it knows neither chain nor escrow.')
  const { chain_id: chainId, escrow: address } = bound
  const node = { rpcUrl: options['rpc-url'], gasKeyFile: options['gas-key-file'] }
  const escrow = await openEscrow({ ...node, chainId, escrow: address })
  let failures = 0
  for (const verdicts of await readKeptVerdicts(workDir.verdicts)) failures += (await settle(escrow, verdicts)) ? 0 : 1
  return failures
}

async function settle(escrow: Escrow, verdicts: readonly KeptVerdict[]): Promise<boolean> {
  const [first] = verdicts
  const name = `job ${first?.onchain_job_id}, attempt ${first?.attempt}`
  try {
    const missing: KeptVerdict[] = []
    for (const verdict of verdicts) if (!(await escrow.isRecorded(verdict))) missing.push(verdict)
    if (missing.length === 0) print(`${name}: nothing is missing on chain`)
    const transaction = missing.length > 0 ? await escrow.attest(missing) : undefined
    if (transaction) print(`${name}: ${transaction}`)
    else if (missing.length > 0) print(`${name}: the escrow takes none of ${missing.length} verdicts any more`)
    return true
  } catch (error) {
    print(`${name}: ${reasonOf(error)}`)
    return false
  }
}
