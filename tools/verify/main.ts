import { formatAmount } from '#lib/domain/money.ts'
import { readWords } from '../command-words.ts'
import { errorText } from '../error-text.ts'
import { type Checked, checkProof } from './check-proof.ts'
import { CannotTellError, problem } from './problem.ts'
import { type ProofDocument, readProofFile } from './read-proof-file.ts'

/**
 * Checks a job's proof against the chain: `npm run verify -- <proof.json> --rpc <url> [--escrow <address>] [--json]`. Exit
 * code 0 when the chain bears all of it out, 1 when it does not, 2 when that could not be found out.
 */
const usage = 'npm run verify -- <proof.json> --rpc <url> [--escrow <address>] [--json]'
const isJson = process.argv.includes('--json')

try {
  const { values, positionals } = readWords(usage, {
    allowPositionals: true,
    options: {
      rpc: { type: 'string' },
      escrow: { type: 'string' },
      json: { type: 'boolean' },
    },
  })
  const [file] = positionals
  if (!file || positionals.length > 1 || !values.rpc) throw new CannotTellError(`Name one file and a node: ${usage}`)
  if (!URL.canParse(values.rpc))
    throw new CannotTellError('--rpc takes the address of a node, such as https://rpc.example.')
  const proof = await readProofFile(file)
  const checked =
    'code' in proof ? { problems: [proof], codeHash: undefined } : await check(proof, values.rpc, values.escrow)
  print('code' in proof ? undefined : proof, checked)
  process.exitCode = checked.problems.length === 0 ? 0 : 1
} catch (error) {
  const reason = errorText(error)
  if (isJson) console.log(JSON.stringify({ outcome: 'unknown', reason }))
  else console.error(reason)
  process.exitCode = 2
}

async function check(proof: ProofDocument, rpcUrl: string, escrow: string | undefined): Promise<Checked> {
  const checked = await checkProof(proof, { rpcUrl })
  if (escrow === undefined || escrow.toLowerCase() === proof.chain.escrow) return checked
  const other = problem('wrong_contract', `The proof is about the escrow ${proof.chain.escrow}, not ${escrow}.`)
  return { ...checked, problems: [other, ...checked.problems] }
}

function print(proof: ProofDocument | undefined, { problems, codeHash }: Checked): void {
  const isTrue = problems.length === 0
  if (isJson) {
    console.log(JSON.stringify({ outcome: isTrue ? 'true' : 'refused', code_hash: codeHash ?? null, problems }))
    return
  }
  for (const { code, text } of problems) console.log(`✗ ${text} (${code})`)
  if (!proof) return
  console.log(`Job ${proof.job.onchain_job_id} of escrow ${proof.chain.escrow}, code ${codeHash ?? 'none'}`)
  if (isTrue) printSums(proof)
  else console.log('The chain does not bear this proof out.')
}

function printSums({ chain, job, events, transfers, totals }: ProofDocument): void {
  const amount = (units: string) => formatAmount(BigInt(units))
  const worker = `reward ${amount(totals.reward)}, paid for an undecided result ${amount(totals.silence_share)}`
  console.log(`  ${job.state}; ${events.length} events and ${transfers.length} transfers are on chain`)
  console.log(`  funded ${amount(totals.funded)}, ${worker}, fees ${amount(totals.verifier_fees)}`)
  console.log(`  returned ${amount(totals.returned)}, deferred ${amount(totals.deferred)}, held ${amount(totals.held)}`)
  for (const { kind, attempt, to, amount: units } of transfers)
    if (to !== chain.escrow)
      console.log(`  ${amount(units)} to ${to}: ${kind}${attempt === null ? '' : `, attempt ${attempt}`}`)
  console.log('True, if you trust this node and this escrow. Statements of the service are not checked.')
}
