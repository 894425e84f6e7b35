import { Container, Group, Text, Title } from '@mantine/core'
import { workspaceOf } from '#lib/domain/capability.ts'
import { ButtonLink } from '../_components/button-link.tsx'
import { Icon } from '../_components/icon.tsx'
import { homeOf } from '../_routing.ts'
import { pageContext } from '../_session.ts'
import { siteText } from '../_text/site.ts'
import { SampleJob } from './_components/sample-job.tsx'
import classes from './landing.module.css'

const { hero, steps, audience, safety } = siteText

export default async function LandingPage() {
  const { actor } = await pageContext()
  return (
    <>
      <section className={classes.hero}>
        <Container size="lg" className={classes.opening}>
          <div>
            <h1 className={classes.title}>
              {hero.title.map((sentence) => (
                <span key={sentence}>{sentence} </span>
              ))}
            </h1>
            <p className={classes.lead}>{hero.text}</p>
            <Group mt="xl" gap="sm" className={classes.ways}>
              {actor.kind === 'user' ? (
                <ButtonLink href={homeOf(workspaceOf(actor.capabilities))} size="md">
                  {hero.goOn}
                </ButtonLink>
              ) : (
                <ButtonLink href="/sign-in" size="md">
                  {hero.start}
                </ButtonLink>
              )}
              <ButtonLink href="/issues" size="md" variant="default">
                {hero.browse}
              </ButtonLink>
              <ButtonLink href="#how" size="md" variant="subtle">
                {hero.how}
              </ButtonLink>
            </Group>
            <Text c="dimmed" mt="md">
              {hero.note}
            </Text>
          </div>
          <SampleJob />
        </Container>
      </section>
      <section id="how" className={classes.band}>
        <Container size="lg">
          <Title order={2} className={classes.heading}>
            {steps.title}
          </Title>
          <ol className={classes.steps}>
            {steps.items.map(({ icon, title, text }, index) => (
              <li key={title} className={classes.step}>
                <span className={classes.sign}>
                  <Icon name={icon} size={20} />
                </span>
                <Title order={3} mt="sm">
                  {index + 1}. {title}
                </Title>
                <Text c="dimmed" mt={4}>
                  {text}
                </Text>
              </li>
            ))}
          </ol>
        </Container>
      </section>
      <section className={classes.plain}>
        <Container size="lg" className={classes.columns}>
          <div>
            <Title order={2} className={classes.heading}>
              {safety.title}
            </Title>
            <ul className={classes.list}>
              {safety.items.map((item) => (
                <li key={item}>
                  <span className={classes.tick}>
                    <Icon name="check" size={16} />
                  </span>
                  <Text component="span">{item}</Text>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <Title order={2} className={classes.heading}>
              {audience.title}
            </Title>
            {audience.items.map(({ title, text }) => (
              <div key={title} className={classes.person}>
                <Title order={3}>{title}</Title>
                <Text c="dimmed" mt={4}>
                  {text}
                </Text>
              </div>
            ))}
          </div>
        </Container>
      </section>
    </>
  )
}
