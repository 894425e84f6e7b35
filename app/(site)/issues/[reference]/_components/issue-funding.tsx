import { ButtonLink } from '#app/_components/button-link.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { publicIssueText as text } from '#app/_text/explorer.ts'
import { savingHrefOf, searchOfIssue } from '../../_addresses.ts'
import type { PublicIssueDetail } from '../../_issue.ts'
import { FundLink } from './fund-link.tsx'
import classes from './issue.module.css'

/** What the money says, and what the reader can do about it. */
export function IssueFunding({ issue, isFollowed }: { issue: PublicIssueDetail; isFollowed: boolean }) {
  const { funding, state, reference } = issue
  const said = funding?.state ?? 'unfunded'
  const hasEnded = funding !== null && said === 'unfunded'
  const { title, text: meaning } = hasEnded ? text.ended : text[said]
  return (
    <section className={`card ${classes.funding}`} aria-labelledby="funding" data-funding={said}>
      {funding && !hasEnded && (
        <p className={classes.reward}>
          <MoneyText money={funding.reward} />
        </p>
      )}
      <h2 id="funding" className={classes.state}>
        {title}
      </h2>
      <p className={classes.meaning}>{meaning}</p>
      {said === 'unfunded' && state === 'open' && (
        <>
          <FundLink reference={reference} label={text.unfunded.action} />
          {!isFollowed && (
            <ButtonLink href={savingHrefOf(searchOfIssue(issue))} variant="default" fullWidth>
              {text.unfunded.follow}
            </ButtonLink>
          )}
        </>
      )}
      {said === 'open' && (
        <ButtonLink href="/agents" fullWidth>
          {text.open.action}
        </ButtonLink>
      )}
      {isFollowed && (
        <p className={classes.meaning} data-following="">
          {text.following} <a href="/saved-searches">{text.unfollow}</a>
        </p>
      )}
    </section>
  )
}
