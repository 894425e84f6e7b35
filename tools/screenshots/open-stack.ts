import { freeRange } from '#test/free-range.ts'
import { startOwnStack } from '../start/own-stack.ts'
import { temporaryData } from '../start/temporary-data.ts'

/** Uses the stack that E2E_BASE_URL names, or starts a separate one; what it gives ends what it started. */
export async function openStackToSee(): Promise<() => Promise<void>> {
  if (process.env.E2E_BASE_URL) return async () => undefined
  const { dataDir, remove } = await temporaryData('screenshots')
  const first = await freeRange(13)
  Object.assign(process.env, {
    PORT: String(first),
    RUNTIME_PORTS: String(first + 5),
    JOBWRIGHT_DATA: dataDir,
    FUND_BY_SECONDS: '600',
  })
  const env = { ...process.env, NODE_ENV: 'production' as const }
  const report = (name: string, state: string) => console.log(`   ${name} ${state}`)
  const stack = await startOwnStack({ env, reset: false, report }, remove)
  return async () => {
    await stack.stop()
    await remove()
  }
}
