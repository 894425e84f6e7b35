import { previewResponse } from '#app/_preview.tsx'
import { commonText } from '#app/_text/common.ts'
import { explorerText } from '#app/_text/explorer.ts'
import { chosenOf } from '../_chosen.ts'
import { readSearch } from '../_read-search.ts'

const { preview } = explorerText

/** The picture of a search for those who share it: what is searched for, in words. */
export async function GET(request: Request): Promise<Response> {
  const { search, query } = readSearch(Object.fromEntries(new URL(request.url).searchParams))
  const chosen = query ? chosenOf(search).map(({ text }) => text) : []
  return previewResponse({
    above: explorerText.title,
    title: chosen.join(', ') || preview.title,
    facts: commonText.tagline,
    reward: null,
  })
}
