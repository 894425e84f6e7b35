import { Container, Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { workspaceOf } from '#lib/domain/capability.ts'
import { clientConfig } from '../../_client-config.ts'
import { Providers } from '../../_providers.tsx'
import { homeOf, safeNext } from '../../_routing.ts'
import { pageContext } from '../../_session.ts'
import { signInReason } from '../../_sign-in-reason.ts'
import { signInText } from '../../_text/site.ts'
import { SignIn } from './_components/sign-in.tsx'

export const metadata: Metadata = { title: signInText.title, robots: { index: false } }

type SignInPageProps = { searchParams: Promise<{ next?: string | string[] }> }

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const [{ next }, { actor }] = await Promise.all([searchParams, pageContext()])
  const home = actor.kind === 'user' ? homeOf(workspaceOf(actor.capabilities)) : null
  const asked = safeNext(typeof next === 'string' ? next : null)
  const reason = home === null ? signInReason(asked) : null
  return (
    <Container size={440} py={72}>
      <Stack gap="md" className="card" p={{ base: 'md', xs: 'xl' }}>
        <div>
          <Title order={1}>{signInText.title}</Title>
          {reason && (
            <Text fw={600} mt={6}>
              {reason}
            </Text>
          )}
          <Text c="dimmed" mt={6}>
            {signInText.text}
          </Text>
        </div>
        <Providers config={clientConfig()}>
          <SignIn next={asked} signedInHome={home} />
        </Providers>
        <Text c="dimmed" fz="xs">
          {signInText.privacy}
        </Text>
      </Stack>
    </Container>
  )
}
