import { explorerText } from '../../_text/explorer.ts'
import { nameOf } from './_facets.ts'
import { changed, lists, toggled, valuesOf } from './_search.ts'

export type Chosen = { text: string; search: string }

const { facets, others, reward } = explorerText

/** Every filter of a search in words, each with the search that goes on without it. */
export function chosenOf(search: string): Chosen[] {
  const params = new URLSearchParams(search)
  const single = (name: string, text: (value: string) => string): Chosen[] => {
    const value = params.get(name)
    return value === null ? [] : [{ text: text(value), search: changed(search, { [name]: null }) }]
  }
  return [
    ...single('q', others.q),
    ...lists.flatMap((name) =>
      valuesOf(search, name).map((value) => ({
        text: `${facets[name]}: ${nameOf(name, value)}`,
        search: toggled(search, name, value),
      })),
    ),
    ...single('repository', (value) => value),
    ...single('owner', (value) => `${facets.owner}: ${value}`),
    ...single('number', others.number),
    ...single('age', (value) => nameOf('age', value)),
    ...rewardOf(params, search),
    ...single('comments_min', others.comments_min),
    ...single('unassigned', others.unassigned),
  ]
}

function rewardOf(params: URLSearchParams, search: string): Chosen[] {
  const [min, max] = [params.get('reward_min'), params.get('reward_max')]
  if (min === null && max === null) return []
  const to = max === null ? '' : wholeOf(max)
  const text = min === null ? reward.to(to) : max === null ? reward.from(min) : reward.range(min, to)
  return [{ text, search: changed(search, { reward_min: null, reward_max: null }) }]
}

/** The end of a band lies just below a whole number, and is read as that. */
function wholeOf(amount: string): string {
  return amount.endsWith('.999999') ? String(Number(amount.split('.')[0]) + 1) : amount
}
