export type Task =
  | { queue: 'reconcile-transaction'; data: { transactionId: string } }
  | { queue: 'register-owner'; data: { transactionId: string } }
  | { queue: 'provision-agent'; data: { agentId: string } }
  | { queue: 'advance-job'; data: { onchainJobId: string } }
  | { queue: 'apply-payee'; data: { agent: `0x${string}` } }
  | { queue: 'follow-withdrawal'; data: { withdrawalId: string } }
  | { queue: 'publish-result'; data: { onchainJobId: string } }
  | { queue: 'process-webhook'; data: { deliveryRowId: string } }

export type QueueName = Task['queue']

/** `account` is whose work it is: nobody's work is held up by how much there is of another's. */
export type TaskOptions = { afterSeconds?: number; account?: string | null }

/** Enqueues work in the caller's own transaction, so that it exists exactly when the change that needs it does. */
export type Queue<Tx = unknown> = {
  add(tx: Tx, task: Task, options?: TaskOptions): Promise<void>
  /** Makes failed items due again, each with one more attempt. */
  retry(tx: Tx, queue: QueueName, ids: readonly string[]): Promise<void>
}
