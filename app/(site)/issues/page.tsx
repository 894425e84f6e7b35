import type { Metadata } from 'next'
import { web } from '#lib/http/web.ts'
import { previewSize } from '../../_preview-size.ts'
import { explorerText } from '../../_text/explorer.ts'
import { feedFormats, feedHrefOf, mediaTypes } from './_addresses.ts'
import { chosenOf } from './_chosen.ts'
import { BadSearch } from './_components/bad-search.tsx'
import { Explorer } from './_components/explorer.tsx'
import { FacetPanel } from './_components/facet-panel.tsx'
import { IssueRow } from './_components/issue-row.tsx'
import { ListFoot } from './_components/list-foot.tsx'
import { ListHead } from './_components/list-head.tsx'
import { NoResults } from './_components/no-results.tsx'
import { Pages } from './_components/pages.tsx'
import classes from './_components/results.module.css'
import { Results } from './_components/results.tsx'
import { SearchForm } from './_components/search-form.tsx'
import { findIssues } from './_find-issues.ts'
import { readSearch, type SearchParams } from './_read-search.ts'
import { changed, hrefOf } from './_search.ts'
import layout from './issues.module.css'

type IssuesPageProps = { searchParams: Promise<SearchParams> }

export async function generateMetadata({ searchParams }: IssuesPageProps): Promise<Metadata> {
  const { search, query } = readSearch(await searchParams)
  const chosen = chosenOf(search).map(({ text }) => text)
  const title = chosen.length === 0 ? explorerText.title : `${explorerText.title}: ${chosen.join(', ')}`
  const image = { url: `/issues/preview${search && `?${search}`}`, ...previewSize, alt: title }
  return {
    metadataBase: new URL(web().env.PUBLIC_ORIGIN),
    title,
    description: explorerText.lead,
    alternates: {
      canonical: hrefOf(changed(search, {})),
      types: Object.fromEntries(
        feedFormats.map((format) => [mediaTypes[format], [{ url: feedHrefOf(format, search), title }]]),
      ),
    },
    openGraph: { title, description: explorerText.lead, type: 'website', images: [image] },
    twitter: { card: 'summary_large_image' },
    robots: { index: query !== undefined && query.cursor === undefined && query.q === undefined, follow: true },
  }
}

export default async function IssuesPage({ searchParams }: IssuesPageProps) {
  const read = readSearch(await searchParams)
  const found = read.query ? await findIssues(read.search, read.query) : read
  if (found.faults) return <BadSearch search={read.search} faults={found.faults} />
  const { issues, areSimilar, next, total, counting } = found
  const now = Date.now()
  return (
    <div className={`container ${layout.page}`}>
      <h1 className={layout.title}>{explorerText.title}</h1>
      <p className={layout.lead}>{explorerText.lead}</p>
      <Explorer search={read.search} counting={counting}>
        <SearchForm />
        <div className={layout.columns}>
          <FacetPanel />
          <div className={layout.main}>
            <ListHead known={total} />
            <Results>
              <div className="card">
                {(issues.length === 0 || areSimilar) && <NoResults search={read.search} />}
                {areSimilar && <h2 className={classes.similar}>{explorerText.similar}</h2>}
                <ul className={classes.list}>
                  {issues.map((issue) => (
                    <IssueRow key={issue.reference} issue={issue} now={now} />
                  ))}
                </ul>
                <Pages search={read.search} next={next} />
              </div>
            </Results>
            <ListFoot search={read.search} origin={web().env.PUBLIC_ORIGIN} />
          </div>
        </div>
      </Explorer>
    </div>
  )
}
