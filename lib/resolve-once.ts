import { type ResolveFnOutput, registerHooks } from 'node:module'

/** Node.js copies the whole package.json of a package for each import of it or within it; this one's has 179 kB. */
const largest = '/node_modules/drizzle-orm/'
const known = new Map<string, ResolveFnOutput>()

// Preloaded with --import: a program of the service then starts in half of the time and with half of the memory.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context
    if (!conditions.includes('import')) return next(specifier, context)
    if (specifier.startsWith('.')) {
      const isPlain = parentURL.includes(largest) && specifier.endsWith('.js')
      if (!isPlain) return next(specifier, context)
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    }
    // What files of the project import by name is the same from each of them.
    if (parentURL.includes('/node_modules/')) return next(specifier, context)
    const found = known.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    known.set(specifier, found)
    return found
  },
})
