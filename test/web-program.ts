import { web } from '#lib/http/web.ts'
import type { Service } from './service.ts'

const key = Symbol.for('jobwright')
const held = globalThis as { [key]?: ReturnType<typeof web> }

export type WebProgram = { send: (request: Request) => Promise<Response>; services: Service['services'] }

/**
 * Another web program beside that of the service, on the same database, with other settings. All of them are in this
 * process, so their requests must be sent one after the other.
 */
export function startWebProgram(service: Service, env: Record<string, string>): WebProgram {
  const own = web()
  const settings = process.env
  process.env = { ...settings, ...env }
  delete held[key]
  const program = web()
  held[key] = own
  process.env = settings
  service.onStop(program.services.close)
  const send = async (request: Request) => {
    held[key] = program
    try {
      return await service.router(request)
    } finally {
      held[key] = own
    }
  }
  return { send, services: program.services }
}
