const benches: Record<string, () => Promise<{ run: (args: string[]) => Promise<boolean> }>> = {
  api: () => import('./api/main.ts'),
  chain: () => import('./chain/main.ts'),
  discovery: () => import('./discovery/main.ts'),
  growth: () => import('./growth/main.ts'),
  jobs: () => import('./jobs/main.ts'),
  lighthouse: () => import('./lighthouse/main.ts'),
  protection: () => import('./protection/main.ts'),
  queues: () => import('./queues/main.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const load = benches[name]
if (load) {
  const { run } = await load()
  process.exit((await run(args)) ? 0 : 1)
}
console.error(`npm run bench -- <${Object.keys(benches).join(' | ')}> [--help]`)
process.exit(name === '--help' ? 0 : 2)
