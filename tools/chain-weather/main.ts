import { checkedFetch } from '../contract/checked-fetch.ts'
import { waitLonger } from '../demo/steps.ts'
import { openBench } from './bench.ts'
import { measure } from './measure.ts'
import { readOptions } from './options.ts'
import { type Row, tableOf } from './table.ts'

const { weathers, loads, seconds, seed } = readOptions(process.argv.slice(2))
const rows: Row[] = []
const send = globalThis.fetch
// What the players wait for may come only once a spell is over; the shortest wait is of ten seconds.
waitLonger(Math.max(10, seconds / 10 + 6))
for (const [nodes, kinds] of Map.groupBy(weathers, ([, weather]) => weather.nodes ?? 1)) {
  const bench = await openBench({ nodes, seed, seconds })
  try {
    globalThis.fetch = checkedFetch(bench.setting.places.origin, send)
    for (const kind of kinds) rows.push(await measure(bench, kind, loads))
  } finally {
    globalThis.fetch = send
    await bench.close()
  }
}
console.log(`\n${tableOf(rows)}`)
process.exit(rows.every(({ trouble }) => trouble === '') ? 0 : 1)
