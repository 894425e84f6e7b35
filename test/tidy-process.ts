import { afterAll } from 'vitest'

// The files of a run share a process, where programs are started as in their own: each file leaves it as it found it.
const environment = { ...process.env }
const { Request, Response } = globalThis

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  Object.assign(globalThis, { Request, Response })
  // What the web program is made of, as `lib/http/web.ts` keeps it.
  Reflect.deleteProperty(globalThis, Symbol.for('jobwright'))
})
