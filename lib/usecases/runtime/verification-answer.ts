import type { VerdictKind } from '../../domain/agent.ts'

export type VerificationAnswer = {
  verificationId: string
  verdict: VerdictKind
  evidence: Record<string, unknown>
  evidenceHash: `0x${string}` | null
  signature: `0x${string}` | null
}
