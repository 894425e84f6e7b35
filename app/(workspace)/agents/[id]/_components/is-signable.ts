import type { AgentPayee } from './agent-money.ts'

/** Whether what was kept of a form is for the signature that the registry takes next; a nonce counts once. */
export function isSignable({ is_under_way: isUnderWay, signing }: AgentPayee, kept: unknown): boolean {
  return !isUnderWay && (kept as { nonce?: unknown }).nonce === signing.nonce
}
