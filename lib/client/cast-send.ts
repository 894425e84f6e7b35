import type { ReplyOf } from './api.ts'

export type ExitCall = ReplyOf<'getJob'>['exits'][number]['call']

/** The shell command that sends a fully known call and prompts for the sender's key; undefined for any other. */
export function castSend(call: ExitCall, rpcUrl: string): string | undefined {
  if (!call.calldata) return undefined
  const values = call.arguments.map(({ value }) => value ?? '')
  const options = ['--rpc-url', rpcUrl, '--chain', String(call.chain_id), '--interactive']
  return ['cast', 'send', call.contract, call.function, ...values, ...options].map(quoted).join(' ')
}

/** The names of the arguments that only the caller holds. */
export function missingArguments(call: ExitCall): string[] {
  return call.arguments.filter(({ value }) => value === null).map(({ name }) => name)
}

function quoted(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
