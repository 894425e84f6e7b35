import type { PairingToken } from './pairing-token.ts'
import type { Plane } from './plane/plane.ts'
import type { RuntimeClient } from './runtime-client.ts'
import type { Repository } from './work/repository.ts'

export type Claim = {
  agent_id: string
  token: string
  nonce: string
  runtime_nonce: string
  credential: string
  api_base_url: string
  scopes: string[]
  epoch: number
  expires_at: string
  chain_id: number
  escrow: string
}

/** What all checks share: the runtime, the control plane that it is shown, and what they have agreed on so far. */
export type Bench = {
  plane: Plane
  runtime: RuntimeClient
  pairing: PairingToken
  repository: Repository
  /** Seconds that the runtime is given for a task. */
  workSeconds: number
  /** No task is handed out. */
  isWithoutWork: boolean
  /** Of the runtime's owner; without it nothing is asked of the console that needs it. */
  password: string | undefined
  /** Set once the runtime has done a good task as it should; before that, a refusal of a hostile one shows nothing. */
  isGoodWorkDone?: boolean
  /** Seconds that the runtime took for the verdict on a right result, from the moment it was seated. */
  verdictSeconds?: number
  /** The claim that the runtime took, and its answer as text. */
  claimed?: { claim: Claim; answer: string }
}
