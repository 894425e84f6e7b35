import { type Method, type OperationId, operations } from './operations.ts'

/** All who can act or are waited for. Each place names those of them that it can name. */
export type Party =
  | 'client'
  | 'agent_owner'
  | 'agent'
  | 'worker'
  | 'verifiers'
  | 'anyone'
  | 'service'
  | 'wallet_provider'
  | 'chain'
  | 'repository_host'

/** What can be done next or is waited for: by whom, and until when (ISO time). */
export type Step = {
  code: string
  text: string
  /** With `href`, the request that does it; without a method, `href` is a page. */
  method?: Method | undefined
  href?: string | undefined
  /** What is sent, where the service can tell. */
  body?: Record<string, unknown> | undefined
  who: Exclude<Party, 'agent' | 'worker' | 'verifiers'>
  until: string | null
}

type Ask = Pick<Step, 'method' | 'href'>
type PathOf<Id extends OperationId> = (typeof operations)[Id][1]
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never
type ParametersOf<Id extends OperationId> = Record<ParameterOf<PathOf<Id>>, string | bigint>

/** A step without a deadline; `ask` is the request or the page with which it is done. */
export function step(who: Step['who'], code: string, text: string, ask: Ask = {}): Step {
  return { code, text, ...ask, who, until: null }
}

/** The request of an operation; its ids are those of its path. */
export function at<Id extends OperationId>(
  operation: Id,
  ...[parameters]: ParameterOf<PathOf<Id>> extends never ? [] : [ParametersOf<Id>]
): { method: Method; href: string } {
  const [method, path] = operations[operation]
  const values: Record<string, string | bigint> = parameters ?? {}
  return { method, href: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])) }
}

/** A page of the product, where a signed-in person does it. */
export function page(href: `/${string}`): { href: string } {
  return { href }
}

/** What any caller can do where a refusal names nothing better. Pages have better words for it. */
const generalSteps = ['send_again', 'read_list', 'read_documentation', 'open_page'] as const
export type GeneralStep = (typeof generalSteps)[number]

export function isGeneral({ code }: Pick<Step, 'code'>): boolean {
  return (generalSteps as readonly string[]).includes(code)
}
