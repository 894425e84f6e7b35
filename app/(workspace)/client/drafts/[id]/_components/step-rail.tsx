import { Icon } from '#app/_components/icon.tsx'
import { wizardText as text } from '#app/_text/wizard.ts'
import classes from './step-rail.module.css'
import { type StepFindings, type StepStatus, type WizardStep, wizardSteps } from './wizard-steps.ts'

export const anchorOf = (step: WizardStep) => `step-${step}`

type StepRailProps = { statuses: Record<WizardStep, StepStatus>; findings: Partial<Record<WizardStep, StepFindings>> }

/** The steps of a draft with what is complete and where the review found something; each leads to its part of the page. */
export function StepRail({ statuses, findings }: StepRailProps) {
  return (
    <nav className={`card ${classes.rail}`} aria-label={text.rail}>
      <ol className={classes.steps}>
        {wizardSteps.map((step, index) => {
          const { listed, isBlocked } = findings[step] ?? { listed: 0, isBlocked: false }
          return (
            <li key={step} data-wizard-step={step} data-status={isBlocked ? 'found' : statuses[step]}>
              <a href={`#${anchorOf(step)}`} className={classes.step}>
                <span className={classes.mark} aria-hidden="true">
                  {isBlocked ? '!' : statuses[step] === 'done' ? <Icon name="check" size={12} /> : index + 1}
                </span>
                <span className={classes.words}>
                  <span className={classes.name}>{text.steps[step]}</span>
                  <span className={classes.shortName} aria-hidden="true">
                    {text.shortSteps[step]}
                  </span>
                  <span className={classes.status}>
                    {listed > 0 ? text.findings(listed) : text.statuses[statuses[step]]}
                  </span>
                </span>
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
