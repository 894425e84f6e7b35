import { CommandBlock } from '#app/_components/command-block.tsx'
import { Section } from '#app/_components/section.tsx'
import { receiptText } from '#app/_text/receipt.ts'
import { web } from '#lib/http/web.ts'
import classes from './receipt.module.css'

const { badge: text } = receiptText

/** The badge, and the Markdown that shows it elsewhere. */
export function BadgeCode({ id }: { id: string }) {
  const page = `${web().env.PUBLIC_ORIGIN}/jobs/${id}`
  return (
    <Section title={text.title} text={text.text}>
      {/* biome-ignore lint/performance/noImgElement: a drawing of a few hundred bytes has nothing to optimise */}
      <img src={`/jobs/${id}/badge.svg`} alt={text.alt(id)} height={20} className={classes.badge} />
      <CommandBlock command={`[![${text.alt(id)}](${page}/badge.svg)](${page})`} label={text.label} />
    </Section>
  )
}
