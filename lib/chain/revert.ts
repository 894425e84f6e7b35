import {
  type Abi,
  BaseError,
  ContractFunctionExecutionError,
  decodeErrorResult,
  type Hex,
  HttpRequestError,
  isHex,
  RpcRequestError,
} from 'viem'
import { agentRegistryAbi } from './abi/agent-registry.ts'
import { erc20Abi } from './abi/erc20.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'

const isError = (item: Abi[number]) => item.type === 'error'
const abi: Abi = [...jobEscrowAbi, ...agentRegistryAbi, ...erc20Abi].filter(isError)

type Revert = { name: string; args: readonly unknown[] }

/** The contract's refusal behind an error of the RPC library; undefined when the RPC itself failed. */
export function revertOf(error: unknown): Revert | undefined {
  const answer = rpcAnswer(error)
  if (!answer) return undefined
  const data = dataOf(answer.data)
  if (data === undefined) return answer.code === 3 || /revert/i.test(answer.details) ? unnamed : undefined
  return decodeRevert(data)
}

/** The contract's refusal by the bytes that it reverted with. */
export function decodeRevert(data: Hex): Revert {
  try {
    const decoded = decodeErrorResult({ abi, data })
    return { name: decoded.errorName, args: decoded.args ?? [] }
  } catch {
    return unnamed
  }
}

/** The error with which the node itself answered; undefined when it did not answer at all. */
export function rpcAnswer(error: unknown): RpcRequestError | undefined {
  const answer = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : undefined
  return answer instanceof RpcRequestError ? answer : undefined
}

/** Whether the node refused for too many requests; some answer with 200, and refuse by the code of each call. */
export function isAskedTooOften(error: unknown): boolean {
  if (error instanceof HttpRequestError && error.status === 429) return true
  const answer = rpcAnswer(error)
  return answer !== undefined && isLimit({ code: answer.code, text: answer.details })
}

/** Whether an error of JSON-RPC is a refusal for too many requests. */
export function isLimit({ code, text }: { code: unknown; text: string }): boolean {
  return code === 429 || (code === -32_005 && /rate limit|too many requests|per second/i.test(text))
}

/** Whether the node refused since it does not have that block, as some do in place of an empty answer. */
export function isUnknownBlock(error: unknown): boolean {
  const answer = rpcAnswer(error)
  return answer !== undefined && /(block|header) not found|unknown (block|header)/i.test(answer.details)
}

/** Whether the node answered a call of a contract with bytes that none of its functions returns. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof ContractFunctionExecutionError && !rpcAnswer(error) && !error.walk(isHttp)
}

const isHttp = (cause: unknown) => cause instanceof HttpRequestError

/** `Name(argument, …)`, with integers in decimal. */
export function describeRevert(revert: Revert): string {
  return revert === unnamed ? revert.name : `${revert.name}(${revert.args.map(String).join(', ')})`
}

const unnamed: Revert = { name: 'The call was reverted without a known error.', args: [] }

/** Nodes put the revert's bytes into the error's data, some of them one level deeper. */
function dataOf(data: unknown): Hex | undefined {
  if (isHex(data) && data.length >= 10) return data
  if (typeof data === 'object' && data !== null && 'data' in data) return dataOf(data.data)
  return undefined
}
