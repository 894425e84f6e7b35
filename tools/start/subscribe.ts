import { initiateUserControlledWalletsClient } from '@circle-fin/user-controlled-wallets'

/** Asks the wallet provider once to deliver its events to this service; an endpoint that is subscribed stays as it is. */
export async function subscribeToWallets(variables: NodeJS.ProcessEnv): Promise<void> {
  const { CIRCLE_API_KEY: apiKey, CIRCLE_API_URL: baseUrl, PUBLIC_ORIGIN } = variables
  if (!apiKey || !baseUrl || !PUBLIC_ORIGIN) return
  const client = initiateUserControlledWalletsClient({ apiKey, baseUrl })
  const endpoint = `${PUBLIC_ORIGIN}/api/v1/webhooks/wallet/`
  const known = await client.listSubscriptions()
  if (known.data?.some((subscription) => subscription.endpoint === endpoint)) return
  await client.createSubscription({ endpoint })
}
