import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nodeFlags } from '#tools/start/node-flags.ts'

const run = promisify(execFile)

/** The modules that a process loads when it loads this file, in their order, as Node.js names and reads them. */
async function loadedBy(file: string, flags: readonly string[]): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({
      load(url, context, next) {
        const module = next(url, context)
        loaded.push(url + ' ' + module.format)
        return module
      },
    })
    await import(${JSON.stringify(resolve(import.meta.dirname, file))})
    console.log(JSON.stringify(loaded))
    process.exit()`
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '-e', script])
  return JSON.parse(stdout)
}

test('the programs load the same modules with the shortened look-up as without it', async () => {
  const [usual, shortened] = [await loadedBy('compose.ts', []), await loadedBy('compose.ts', nodeFlags)]
  expect(usual.filter((name) => name.includes('drizzle-orm')).length).toBeGreaterThan(50)
  expect(shortened).toEqual(usual)
})
