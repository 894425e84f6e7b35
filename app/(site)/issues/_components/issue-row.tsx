import { ageText } from '#app/_age.ts'
import { MoneyText } from '#app/_components/money-text.tsx'
import { explorerText as text } from '#app/_text/explorer.ts'
import { issueHrefOf } from '../_addresses.ts'
import type { PublicIssue } from '../_issue.ts'
import { FundingBadge } from './funding-badge.tsx'
import classes from './results.module.css'

const labelsShown = 4

/** One issue of the list; all of the row leads to it. */
export function IssueRow({ issue, now }: { issue: PublicIssue; now: number }) {
  const { funding, labels } = issue
  return (
    <li className={classes.row}>
      <article className={classes.about}>
        <p className={classes.where}>
          {issue.repository_full_name} <span className="number">#{issue.number}</span>
        </p>
        <h2 className={classes.heading}>
          <a href={issueHrefOf(issue.reference)} className={classes.title} data-issue="">
            {issue.title}
          </a>
        </h2>
        <ul className={classes.facts}>
          {issue.state === 'closed' && <li>{text.closed}</li>}
          {issue.language && <li>{issue.language}</li>}
          <li>
            {text.opened} <AgeText at={issue.created_at} now={now} />
          </li>
          {issue.comments > 0 && <li>{text.comments(issue.comments)}</li>}
          {labels.length > 0 && (
            <li className={classes.labels}>
              {labels.slice(0, labelsShown).map((label) => (
                <span key={label} className={classes.label}>
                  {label}
                </span>
              ))}
              {labels.length > labelsShown && <span>{text.moreLabels(labels.length - labelsShown)}</span>}
            </li>
          )}
        </ul>
      </article>
      <div className={classes.aside} data-funding={funding?.state ?? 'unfunded'}>
        {funding && funding.state !== 'unfunded' && (
          <span className={classes.reward}>
            <MoneyText money={funding.reward} />
          </span>
        )}
        <FundingBadge state={funding?.state ?? 'unfunded'} />
      </div>
    </li>
  )
}

/** How long ago a moment was when the page was made. */
function AgeText({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} title={at}>
      {ageText(Date.parse(at), now)}
    </time>
  )
}
