import { initiateDeveloperControlledWalletsClient } from '@circle-fin/developer-controlled-wallets'
import postgres from 'postgres'
import { localChainId } from '#lib/env/contradictions.ts'
import type { DoctorEnv } from '#lib/env.ts'
import { attempt } from './attempt.ts'
import { type Finding, lack, note, ok } from './finding.ts'

type Found = Omit<Finding, 'target'>
type Client = ReturnType<typeof initiateDeveloperControlledWalletsClient>
type HttpError = { code?: number | string; status?: number }
const types = ['transactions', 'challenges']

/** What the wallet provider answers to our key, and whether its console is set up as the settings say. */
export async function checkWallets(env: DoctorEnv): Promise<Finding[]> {
  const target = `wallet provider (${new URL(env.CIRCLE_API_URL).host})`
  // The client only uses the entity secret for writes, and none is made here.
  const entitySecret = env.CIRCLE_ENTITY_SECRET ?? '1'.repeat(64)
  const client = initiateDeveloperControlledWalletsClient({
    apiKey: env.CIRCLE_API_KEY,
    baseUrl: env.CIRCLE_API_URL,
    entitySecret,
  })
  const key = await checkKey(client, env)
  const more =
    key.standing === 'lack'
      ? []
      : [
          await checkApp(env),
          await checkEntity(client, env),
          ...(await checkSet(client, env)),
          await checkWebhook(client, env),
          await checkWebhookKey(client, env),
        ]
  return [key, checkNetwork(env), checkExecutor(env), ...more].map((finding) => ({ target, ...finding }))
}

async function checkKey(client: Client, { CIRCLE_API_URL }: DoctorEnv): Promise<Found> {
  try {
    await client.listSubscriptions()
    return ok('API key', 'accepted')
  } catch (error) {
    const { status, code } = error as HttpError
    if (status === 401 || status === 403)
      return lack(
        'API key',
        `refused with HTTP ${status}`,
        'Nobody can sign in: set CIRCLE_API_KEY to a key of its console for this network.',
      )
    return lack(
      'API key',
      `no answer to it (${String(status ?? code ?? 'unknown')})`,
      `Check CIRCLE_API_URL (${CIRCLE_API_URL}), this machine’s way out, and the provider’s status page.`,
    )
  }
}

/** Keys of the test network know no other chain, and the other way round. */
function checkNetwork({ CIRCLE_API_KEY: key, CIRCLE_BLOCKCHAIN: chain }: DoctorEnv): Found {
  const isTestKey = key.startsWith('TEST_API_KEY')
  const isTestChain = /-(TESTNET|SEPOLIA|FUJI|AMOY)$/.test(chain)
  if (!/^(TEST|LIVE)_API_KEY/.test(key) || isTestKey === isTestChain) return ok('network', `${chain}, as the key`)
  return lack(
    'network',
    `CIRCLE_BLOCKCHAIN is ${chain}, and the key is of the ${isTestKey ? 'test' : 'live'} network`,
    'No wallet can be made: set the key and the chain of one network.',
  )
}

function checkExecutor({
  WALLET_EXECUTOR: executor,
  CIRCLE_APP_ID,
  GOOGLE_CLIENT_ID,
  CHAIN_ID,
  PUBLIC_ORIGIN,
}: DoctorEnv): Found {
  const check = 'sign-in'
  if (executor === undefined)
    return note(check, 'not checked: its settings are in the environment of the web program alone')
  if (executor === 'sandbox')
    return CHAIN_ID === localChainId
      ? ok(check, 'the local stand-in')
      : lack(
          check,
          'WALLET_EXECUTOR is sandbox beside a real chain',
          'Nobody can approve anything: set WALLET_EXECUTOR=circle.',
        )
  const missing = [!CIRCLE_APP_ID && 'CIRCLE_APP_ID', !GOOGLE_CLIENT_ID && 'GOOGLE_CLIENT_ID'].filter(Boolean)
  if (missing.length > 0)
    return lack(
      check,
      `${missing.join(' and ')} not set`,
      'Nobody can sign in with Google: see docs/going-live.md, step 6.',
    )
  return note(
    check,
    `its console cannot be read: compare the Google client there with GOOGLE_CLIENT_ID, and its redirect address with ${PUBLIC_ORIGIN}/sign-in`,
  )
}

/** The SDK has no method for it. */
async function readAppId({ CIRCLE_API_URL, CIRCLE_API_KEY }: DoctorEnv): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${CIRCLE_API_KEY}` }
  const signal = AbortSignal.timeout(8_000)
  const answer = await fetch(`${CIRCLE_API_URL}/v1/w3s/config/entity`, { headers, signal })
  return ((await answer.json()) as { data?: { appId?: string } }).data?.appId
}

async function checkApp(env: DoctorEnv): Promise<Found> {
  const { CIRCLE_APP_ID: ours, WALLET_EXECUTOR: executor } = env
  const theirs = await attempt(() => readAppId(env))
  if (!theirs) return note('App ID', 'the provider does not tell its own')
  if (ours === undefined || executor === 'sandbox') return note('App ID', `the provider’s is ${theirs}`)
  if (ours === theirs) return ok('App ID', 'as at the provider')
  const advice = `The wallet window would not open: set CIRCLE_APP_ID to ${theirs}.`
  return lack('App ID', 'the provider has another one for this key', advice)
}

async function checkEntity(client: Client, env: DoctorEnv): Promise<Found> {
  const answer = await attempt(() => client.getPublicKey())
  if (!answer?.data?.publicKey)
    return lack(
      'entity key',
      'none is given',
      'Agents get no wallets: register the entity secret (docs/going-live.md, step 6).',
    )
  const isHere = env.CIRCLE_ENTITY_SECRET !== undefined
  return isHere
    ? ok('entity key', 'given; whether our secret is the registered one shows at the first wallet')
    : note('entity key', 'given; the secret is in the environment of the worker alone')
}

async function checkSet(client: Client, { CIRCLE_WALLET_SET_ID: id }: DoctorEnv): Promise<Found[]> {
  if (!id) return []
  const answer = await attempt(() => client.getWalletSet({ id }))
  return [
    answer?.data?.walletSet
      ? ok('wallet set', 'exists')
      : lack(
          'wallet set',
          'CIRCLE_WALLET_SET_ID is unknown to the provider',
          'Agents get no wallets: correct it, or leave it empty to have one made.',
        ),
  ]
}

async function checkWebhook(client: Client, { PUBLIC_ORIGIN }: DoctorEnv): Promise<Found> {
  const check = 'webhooks'
  const endpoint = `${PUBLIC_ORIGIN}/api/v1/webhooks/wallet/`
  const subscriptions = (await attempt(() => client.listSubscriptions()))?.data ?? []
  const ours = subscriptions.filter((subscription) => subscription.endpoint === endpoint)
  const advice = `Changes are seen late: in its console, add ${endpoint} with ${types.map((type) => `${type}.*`).join(' and ')}.`
  if (ours.length === 0) return lack(check, 'no subscription leads here', advice)
  const enabled = ours.filter((subscription) => subscription.enabled)
  if (enabled.length === 0) return lack(check, 'the subscription is turned off', advice)
  const named = enabled.flatMap((subscription) => subscription.notificationTypes ?? [])
  const missing = types.filter((type) => !named.some((name) => name === '*' || name === `${type}.*`))
  if (missing.length > 0 && !enabled.some((subscription) => !subscription.restricted))
    return lack(check, `the subscription leaves out ${missing.join(' and ')}`, advice)
  return ok(check, `${endpoint} is subscribed`)
}

/** The key of the newest signed delivery; the provider must still publish it, as the web program asks again each day. */
async function checkWebhookKey(client: Client, { DATABASE_URL: url }: DoctorEnv): Promise<Found> {
  const check = 'webhook key'
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined })
  const rows = await attempt(
    () => sql<{ id: string }[]>`select key_id as id from wallet_webhook_keys order by confirmed_at desc limit 1`,
  )
  await sql.end({ timeout: 1 })
  const id = rows?.[0]?.id
  if (!id) return note(check, 'none known yet: the first signed delivery brings it')
  const answer = await attempt(() => client.getNotificationSignature(id))
  if (answer?.data?.publicKey) return ok(check, 'that of the newest delivery is published')
  const advice =
    'Its deliveries will be refused: see in its console whether CIRCLE_API_KEY is of the entity that sends them.'
  return lack(check, 'that of the newest delivery is not published for this API key', advice)
}
