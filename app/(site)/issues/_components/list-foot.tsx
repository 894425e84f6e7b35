import { CopyButton } from '#app/_components/copy-button.tsx'
import { explorerText } from '#app/_text/explorer.ts'
import { apiHrefOf, feedFormats, feedHrefOf } from '../_addresses.ts'
import { changed, hrefOf } from '../_search.ts'
import { KeyboardHelp } from './keyboard-help.tsx'
import classes from './list-foot.module.css'

const { share, feeds } = explorerText

/** Ways to keep, follow and process this search, and what the keys do. */
export function ListFoot({ search, origin }: { search: string; origin: string }) {
  return (
    <div className={classes.foot}>
      <div className={classes.share}>
        <span className={classes.copy}>
          {share.copy} <CopyButton value={origin + hrefOf(changed(search, {}))} label={share.copy} />
        </span>
        <a href="/saved-searches" rel="nofollow">
          {share.saved}
        </a>
        <span>
          {share.feeds}{' '}
          {feedFormats.map((format) => (
            <a key={format} href={feedHrefOf(format, search)}>
              {feeds[format]}
            </a>
          ))}
        </span>
        <span>
          {share.api} <a href={apiHrefOf(search)}>JSON</a>
        </span>
      </div>
      <KeyboardHelp />
    </div>
  )
}
