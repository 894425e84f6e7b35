import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { RepositoryHost } from '#sandbox/repository-host/host.ts'
import type { RepositoryHostOptions } from '#sandbox/repository-host/options.ts'
import { nodeFlags } from '#tools/start/node-flags.ts'

/** Without options the host of this id is stopped. */
export type ToHosts = { id: string; options?: RepositoryHostOptions }
export type FromHosts = { id: string; host?: Omit<RepositoryHost, 'stop'>; error?: string }

let hosts: ChildProcess | undefined
let count = 0

/**
 * A repository host in a process that keeps the hosts of this one. They start git hundreds of times, and after each
 * start the process that asked for it pays for every page of memory that it writes: this one writes many.
 */
export async function startHostApart(options: RepositoryHostOptions): Promise<RepositoryHost> {
  hosts ??= startHosts()
  const child = hosts
  count += 1
  const id = String(count)
  const { host } = await ask(child, { id, options })
  if (!host) throw new Error('The host did not start')
  return { ...host, stop: () => ask(child, { id }).then(() => undefined) }
}

function startHosts(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'serve-hosts.ts'), { execArgv: [...nodeFlags] })
  child.setMaxListeners(0)
  child.unref()
  child.channel?.unref()
  return child
}

function ask(child: ChildProcess, message: ToHosts): Promise<FromHosts> {
  return new Promise((resolve, reject) => {
    const listen = (answer: FromHosts) => {
      if (answer.id !== message.id) return
      end()
      if (answer.error) reject(new Error(answer.error))
      else resolve(answer)
    }
    const fail = () => {
      end()
      reject(new Error('The process of the hosts has ended'))
    }
    const end = () => child.off('message', listen).off('exit', fail)
    child.on('message', listen).on('exit', fail)
    child.send(message)
  })
}
