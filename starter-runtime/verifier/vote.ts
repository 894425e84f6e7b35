import { type KeptVerdict, keptVerdict } from '../rescue/kept-verdicts.ts'
import type { StateFolder } from '../storage/state-folder.ts'

/** What was signed, to sign it again with less evidence. */
const voteFile = 'vote.json'
/** The body with less evidence, once the one with all of it was refused. */
export const bareFile = 'bare-verdict.json'

export async function keepVote(folder: StateFolder, vote: KeptVerdict): Promise<void> {
  await folder.writeOnce(voteFile, JSON.stringify(vote))
}

export async function readVote(folder: StateFolder): Promise<KeptVerdict | undefined> {
  const text = await folder.read(voteFile)
  return text === undefined ? undefined : keptVerdict.parse(JSON.parse(text))
}

/** The vote over the evidence that is sent without outputs; undefined while all of it is sent, and for what is not signed. */
export async function deliveredVote(folder: StateFolder): Promise<KeptVerdict | undefined> {
  const [vote, bare] = [await readVote(folder), await folder.read(bareFile)]
  if (!vote || bare === undefined) return undefined
  const { evidence_hash, signature } = JSON.parse(bare)
  return keptVerdict.parse({ ...vote, evidence_hash, signature })
}
