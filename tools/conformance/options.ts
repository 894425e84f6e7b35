import { parseArgs } from 'node:util'
import { type AgentRole, agentRoles } from '#lib/domain/agent.ts'

export const help = `Plays the control plane against a runtime and checks what Runtime Protocol v1 asks of it.

  npm run conformance -- --pairing 'service-connect://…' [options]

Start the runtime with this program's origin as its control plane (http://127.0.0.1:4500), sign in to its console,
let it show a pairing token, and give it here within 15 minutes. A worker's executor may be
tools/conformance/executor/executor.mjs, which does what the tasks say.

  --pairing TOKEN      the pairing token
  --role ROLE          worker (as long as nothing is said) or verifier
  --listen HOST:PORT   where this program listens (127.0.0.1:4500)
  --origin URL         the origin that the runtime was started with, when it is another name of that place
  --password TEXT      of the runtime's owner (or CONFORMANCE_PASSWORD): checks what only the owner can begin
  --work-seconds N     that the runtime is given for a task (120)
  --no-work            leaves out whatever hands out a task
  --help               shows this
`

export type Options = {
  pairing: string
  role: AgentRole
  host: string
  port: number
  origin: string | undefined
  password: string | undefined
  workSeconds: number
  isWithoutWork: boolean
}

const flags = {
  pairing: { type: 'string' },
  role: { type: 'string', default: 'worker' },
  listen: { type: 'string', default: '127.0.0.1:4500' },
  origin: { type: 'string' },
  password: { type: 'string' },
  'work-seconds': { type: 'string', default: '120' },
  'no-work': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** What was asked for; undefined for help. Throws with what is wrong. */
export function readOptions(argv: string[], env: NodeJS.ProcessEnv): Options | undefined {
  const { values } = parseArgs({ args: argv, options: flags })
  if (values.help) return undefined
  const role = agentRoles.find((one) => one === values.role)
  const listen = /^(.+):(\d{1,5})$/.exec(values.listen)
  const workSeconds = Number(values['work-seconds'])
  if (!values.pairing) throw new Error('--pairing is missing')
  if (!role) throw new Error(`--role is ${agentRoles.join(' or ')}`)
  if (!listen) throw new Error('--listen is HOST:PORT')
  if (!(workSeconds >= 10 && workSeconds <= 86_400)) throw new Error('--work-seconds is 10 to 86400')
  if (values.origin !== undefined && !URL.canParse(values.origin)) throw new Error('--origin is a URL')
  const [, host = '', port] = listen
  return {
    pairing: values.pairing,
    role,
    host,
    port: Number(port),
    origin: values.origin,
    workSeconds,
    password: values.password ?? env.CONFORMANCE_PASSWORD,
    isWithoutWork: values['no-work'],
  }
}
