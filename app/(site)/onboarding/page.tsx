import { Container, Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { capabilities as all } from '#lib/domain/capability.ts'
import { readMe } from '#lib/usecases/auth/read-me.ts'
import { clientConfig } from '../../_client-config.ts'
import { Providers } from '../../_providers.tsx'
import { afterOnboarding, capabilityFor, homeOf, safeNext } from '../../_routing.ts'
import { readPage } from '../../_session.ts'
import { onboardingText } from '../../_text/site.ts'
import { CapabilityChoice } from './_components/capability-choice.tsx'

export const metadata: Metadata = { title: onboardingText.title, robots: { index: false } }

type OnboardingPageProps = { searchParams: Promise<{ next?: string | string[] }> }

export default async function OnboardingPage({ searchParams }: OnboardingPageProps) {
  const [{ next }, { capabilities, workspace }] = await Promise.all([searchParams, readPage(readMe)])
  const path = safeNext(typeof next === 'string' ? next : null)
  if (capabilities.length === all.length) redirect(afterOnboarding(path, capabilities))
  const isAddition = capabilities.length > 0
  const needed = isAddition && path !== null ? capabilityFor(path) : undefined
  const asked = needed && !capabilities.includes(needed) ? needed : undefined
  const text = isAddition ? onboardingText.addition : onboardingText
  return (
    <Container size={560} py={64}>
      <Stack gap="lg">
        <div>
          <Title order={1}>{text.title}</Title>
          <Text c="dimmed" mt={6}>
            {asked && `${onboardingText.addition[asked]} `}
            {text.text}
          </Text>
        </div>
        <Providers config={clientConfig()}>
          <CapabilityChoice
            held={[...capabilities]}
            asked={asked}
            next={path}
            home={isAddition ? homeOf(workspace) : undefined}
          />
        </Providers>
      </Stack>
    </Container>
  )
}
