import type { Metadata } from 'next'
import { readPage } from '#app/_session.ts'
import { apiTokensText } from '#app/_text/api-tokens.ts'
import { toApiTokenReply } from '#lib/http/replies/api-token-reply.ts'
import { listApiTokens } from '#lib/usecases/api-tokens/list-api-tokens.ts'
import { Tokens } from './_components/tokens.tsx'

export const metadata: Metadata = { title: apiTokensText.title }

export default async function TokensPage() {
  const tokens = await readPage(listApiTokens)
  return <Tokens initial={{ data: tokens.map(toApiTokenReply) }} />
}
