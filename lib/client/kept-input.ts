const prefix = 'jobwright.typed.'

/** A tab keeps the unsaved input of so many forms, the newest, and none of it for longer. */
const formsMax = 20
const ageMaxMs = 30 * 24 * 3_600_000

/** What this tab kept of a form under this name, where it is recent; its shape is not checked. */
export function readInput(storage: Storage, name: string, now: number = Date.now()): unknown {
  try {
    const { input, keptAt } = JSON.parse(storage.getItem(prefix + name) ?? '')
    return isTooOld(keptAt, now) ? undefined : input
  } catch {
    return undefined
  }
}

/** The same as far as it fits the form of today; undefined where nothing was kept. */
export function readInputLike<Values extends object>(
  storage: Storage,
  name: string,
  like: Values,
): Partial<Values> | undefined {
  const kept = readInput(storage, name)
  if (!kept) return undefined
  const fits = ([field, value]: [string, unknown]) => {
    const other = like[field as keyof Values]
    return typeof value === typeof other && Array.isArray(value) === Array.isArray(other)
  }
  return Object.fromEntries(Object.entries(kept).filter(fits)) as Partial<Values>
}

/** Keeps unsaved input in place of what was kept before, beside other forms. A tab without room goes on without. */
export function keepInput(storage: Storage, name: string, input: object | undefined, now: number = Date.now()): void {
  storage.removeItem(prefix + name)
  if (!input) return
  forgetOldInput(storage, now)
  try {
    storage.setItem(prefix + name, JSON.stringify({ input, keptAt: now }))
  } catch {
    storage.removeItem(prefix + name)
  }
}

/** Whether this tab keeps anything that was typed and not saved. */
export function hasInput(storage: Storage): boolean {
  return keysOf(storage).length > 0
}

/** Forgets what this tab kept of every form; requests without an answer stay known, so that none is made twice. */
export function forgetAllInput(storage: Storage): void {
  for (const key of keysOf(storage)) storage.removeItem(key)
}

/** Makes room for one more form, and forgets what is too old. */
function forgetOldInput(storage: Storage, now: number): void {
  const kept = keysOf(storage).map((key) => ({ key, keptAt: keptAtOf(storage.getItem(key)) }))
  const newest = kept.filter(({ keptAt }) => !isTooOld(keptAt, now)).sort((a, b) => b.keptAt - a.keptAt)
  const stays = new Set(newest.slice(0, formsMax - 1).map(({ key }) => key))
  for (const { key } of kept) if (!stays.has(key)) storage.removeItem(key)
}

function isTooOld(keptAt: number, now: number): boolean {
  return !(keptAt > now - ageMaxMs)
}

function keysOf(storage: Storage): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(prefix))
}

function keptAtOf(text: string | null): number {
  try {
    return Number(JSON.parse(text ?? '').keptAt)
  } catch {
    return Number.NaN
  }
}
