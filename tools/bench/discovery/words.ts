import { createRandom } from './random.ts'

const common = `error add support fail test fix update build version type module import config option crash request
  response server client page button field value default missing wrong break change remove rename release install
  package dependency node browser render load slow memory leak timeout connection socket stream file path folder
  windows linux docker image container deploy cluster proxy header cookie token session login user role permission
  database query index schema migration table column row transaction cache queue worker thread async promise callback
  event listener hook component state store route link navigation layout style color theme dark font icon modal dialog
  form input validation message translation locale date time zone number format string encode decode parse escape
  regex template plugin extension theme editor syntax highlight completion lint formatter compiler bundler loader
  minify source map debug log trace metric alert dashboard chart export download upload image resize video audio
  keyboard shortcut focus screen reader contrast accessibility documentation example tutorial readme typo grammar
  refactor cleanup deprecate legacy api endpoint rest graphql websocket webhook signature hash encrypt key certificate
  flaky pipeline runner artifact coverage benchmark profile performance regression panic segfault overflow null pointer
  undefined exception stack assertion invariant race deadlock retry backoff throttle limit quota billing invoice`
  .split(/\s+/)
  .filter(Boolean)

const heads = ['b', 'br', 'c', 'd', 'dr', 'f', 'g', 'gr', 'h', 'k', 'l', 'm', 'n', 'p', 'pl', 'r', 's', 'st', 't', 'v']
const hearts = ['a', 'e', 'i', 'o', 'u', 'ai', 'ou', 'ea']
const tails = ['', 'n', 'r', 'l', 'm', 'x', 'nd', 'rk']

/** Words from the commonest to the rarest; the rare ones are made up. */
export function createWords(count: number): string[] {
  const random = createRandom(7)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const words = new Set(common)
  while (words.size < count) {
    const syllables = Array.from(
      { length: 2 + Math.floor(random() * 2) },
      () => pick(heads) + pick(hearts) + pick(tails),
    )
    words.add(syllables.join(''))
  }
  return [...words]
}
