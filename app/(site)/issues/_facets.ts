import type { ReplyOf } from '#lib/client/api.ts'
import { ageBands, fundingStates, rewardBands } from '#lib/domain/discovery.ts'
import { explorerText } from '../../_text/explorer.ts'
import { changed, isSame, lists, toggled, valuesOf } from './_search.ts'

export type Facet = ReplyOf<'listPublicFacets'>['facets'][number]
type FacetName = Facet['name']
export type Choice = {
  text: string
  search: string
  isChosen: boolean
  count: { count: number; exact: boolean } | null
}
export type FacetGroup = { name: FacetName; title: string; choices: Choice[] }

const order: readonly FacetName[] = ['funding', 'reward', 'language', 'label', 'repository', 'owner', 'age']

/** The panel's groups with what each value leads to. Values that are chosen stay, even when nothing fits them. */
export function groupsOf(facets: readonly Facet[], search: string): FacetGroup[] {
  return order
    .map((name) => {
      const values = valuesWithin(name, facets.find((facet) => facet.name === name)?.values ?? [])
      return { name, title: explorerText.facets[name], choices: choicesOf(name, values, search) }
    })
    .filter(({ choices }) => choices.length > 0)
}

type Value = Facet['values'][number]

/** Values in the order of the panel. An age holds all younger ones, as its filter does. */
function valuesWithin(name: FacetName, values: readonly Value[]): Value[] {
  const inOrder = (all: readonly string[]) => all.flatMap((value) => values.find((one) => one.value === value) ?? [])
  if (name === 'funding') return inOrder(fundingStates)
  if (name === 'reward') return inOrder(rewardBands.map(String))
  if (name !== 'age') return [...values]
  let sum = { count: 0, exact: true }
  return ageBands.map((value) => {
    const own = values.find((one) => one.value === value)
    sum = { count: sum.count + (own?.count ?? 0), exact: sum.exact && (own?.exact ?? true) }
    return { value, ...sum }
  })
}

function choicesOf(name: FacetName, values: readonly Value[], search: string): Choice[] {
  const counted = values.map(({ value, count, exact }) => ({
    ...choiceOf(name, value, search),
    count: { count, exact },
  }))
  const missing = chosenValues(name, search)
    .filter((value) => !values.some((one) => isSame(one.value, value)))
    .map((value) => ({ ...choiceOf(name, value, search), count: null }))
  return [...missing, ...counted].filter(({ isChosen, count }) => isChosen || (count?.count ?? 0) > 0)
}

function choiceOf(name: FacetName, value: string, search: string): Omit<Choice, 'count'> {
  const isChosen = chosenValues(name, search).some((one) => isSame(one, value))
  if (name === 'reward') {
    const { min, max, text } = bandOf(Number(value))
    const to = isChosen ? { reward_min: null, reward_max: null } : { reward_min: min, reward_max: max }
    return { text, isChosen, search: changed(search, to) }
  }
  const leads = lists.some((list) => list === name)
    ? toggled(search, name, value)
    : changed(search, { [name]: isChosen ? null : value })
  return { text: nameOf(name, value), isChosen, search: leads }
}

/** What is chosen of a facet; of rewards only a range that is one of the bands. */
function chosenValues(name: FacetName, search: string): string[] {
  if (name !== 'reward') return valuesOf(search, name)
  const params = new URLSearchParams(search)
  return rewardBands
    .filter((from) => {
      const { min, max } = bandOf(from)
      return params.get('reward_min') === min && params.get('reward_max') === max
    })
    .map(String)
}

/** A band reaches up to the next one, which it leaves out. */
function bandOf(from: number): { min: string; max: string | null; text: string } {
  const { band, last } = explorerText.reward
  const next = rewardBands.find((one) => one > from)
  const max = next === undefined ? null : `${next - 1}.999999`
  return { min: String(from), max, text: next === undefined ? last(from) : band(from, next) }
}

export function nameOf(name: FacetName, value: string): string {
  const names: Partial<Record<string, string>> =
    name === 'funding' ? explorerText.funding : name === 'age' ? explorerText.ages : {}
  return names[value] ?? value
}

export type Total = { count: number; exact: boolean }

/** How many issues fit the whole search: the matches of a facet that is not filtered now. */
export function totalOf(facets: readonly Facet[], search: string): Total | undefined {
  const params = new URLSearchParams(search)
  const isFree = (name: FacetName) =>
    name === 'reward' ? !params.has('reward_min') && !params.has('reward_max') : !params.has(name)
  // Every issue has a value of these three, so that none is left out of their count.
  const name = (['age', 'funding', 'owner'] as const).find(isFree)
  const facet = facets.find((one) => one.name === name)
  return facet && { count: facet.matches, exact: facet.exact }
}

/** A number as it is read; one that is not exact is the least there are. */
export function countText({ count, exact }: Total): string {
  return `${count.toLocaleString('en-GB')}${exact ? '' : '+'}`
}
