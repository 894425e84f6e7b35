import { Icon } from '../../_components/icon.tsx'
import { siteText } from '../../_text/site.ts'
import classes from './sample-job.module.css'

const { caption, place, title, reward, locked, verdicts, paid } = siteText.sample

/** What becomes of the money of one job, to the cent. */
export function SampleJob() {
  return (
    <figure className={classes.job}>
      <figcaption className={classes.caption}>{caption}</figcaption>
      <p className={classes.place}>{place}</p>
      <p className={classes.title}>{title}</p>
      <p className={classes.reward}>{reward}</p>
      <dl className={classes.lines}>
        <Line {...locked} />
        <Line {...verdicts} isProof />
        {paid.map((line) => (
          <Line key={line.label} {...line} />
        ))}
      </dl>
    </figure>
  )
}

function Line({ label, value, isProof }: { label: string; value: string; isProof?: boolean }) {
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd className={isProof ? classes.proof : undefined}>
        {isProof && <Icon name="check" size={14} />}
        {value}
      </dd>
    </div>
  )
}
