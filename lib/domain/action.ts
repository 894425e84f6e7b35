/** Something that can be done next, by whom, and until when (ISO time); used for next and pending actions alike. */
export type Action = {
  code: string
  text: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
  href?: string | undefined
  /** What is sent, where the service can tell. */
  body?: Record<string, unknown> | undefined
  who: 'client' | 'agent_owner' | 'anyone' | 'service' | 'wallet_provider' | 'chain' | 'repository_host'
  until: string | null
}

/** What any caller can do where a refusal names nothing better. Pages have better words for it. */
const generalActionCodes = ['send_again', 'read_list', 'read_documentation', 'open_page'] as const
export type GeneralActionCode = (typeof generalActionCodes)[number]

export function isGeneral({ code }: Pick<Action, 'code'>): boolean {
  return (generalActionCodes as readonly string[]).includes(code)
}

/** An action of the signed-in person without a deadline. */
export function clientAction(code: string, text: string, method?: Action['method'], href?: string): Action {
  return { code, text, ...(method && { method }), ...(href && { href }), who: 'client', until: null }
}
