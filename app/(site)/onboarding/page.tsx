import { Container, Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { readMe } from '#lib/usecases/auth/read-me.ts'
import { clientConfig } from '../../_client-config.ts'
import { Providers } from '../../_providers.tsx'
import { readPage } from '../../_session.ts'
import { onboardingText } from '../../_text/site.ts'
import { CapabilityChoice } from './_components/capability-choice.tsx'

export const metadata: Metadata = { title: onboardingText.title, robots: { index: false } }

type OnboardingPageProps = { searchParams: Promise<{ next?: string | string[] }> }

export default async function OnboardingPage({ searchParams }: OnboardingPageProps) {
  const { next } = await searchParams
  const { capabilities } = await readPage(readMe)
  return (
    <Container size={560} py={64}>
      <Stack gap="lg">
        <div>
          <Title order={1}>{onboardingText.title}</Title>
          <Text c="dimmed" mt={6}>
            {onboardingText.text}
          </Text>
        </div>
        <Providers config={clientConfig()}>
          <CapabilityChoice held={[...capabilities]} next={typeof next === 'string' ? next : null} />
        </Providers>
      </Stack>
    </Container>
  )
}
