import { resolve } from 'node:path'
import { measureRoutes } from './measure-routes.ts'

/** What the scripts of a first visit may weigh, gzipped, in thousands of bytes. */
const budgets = { public: 210, workspace: 330 }

const behindSignIn = ['/(workspace)/', '/(site)/onboarding/']

const weights = measureRoutes(resolve(import.meta.dirname, '../../.next'))
if (weights.length === 0) throw new Error('there is no build; run: npm run build')
const results = weights.map(({ route, bytes }) => {
  const budget = behindSignIn.some((place) => route.startsWith(place)) ? budgets.workspace : budgets.public
  const isWithin = bytes <= budget * 1_000
  console.log(`${isWithin ? 'ok    ' : 'FAILED'}  ${(bytes / 1_000).toFixed(1).padStart(6)} of ${budget} kB  ${route}`)
  return isWithin
})
const passed = results.filter(Boolean).length
console.log(`${passed} passed, ${results.length - passed} failed`)
process.exitCode = passed === results.length ? 0 : 1
