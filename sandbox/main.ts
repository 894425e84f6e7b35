import { join } from 'node:path'
import { type LocalChain, startChain } from './chain/start-chain.ts'
import { startMailbox } from './mailbox/start-mailbox.ts'
import { crowd, personas } from './personas.ts'
import { startRepositoryHost } from './repository-host/host.ts'
import { readSandboxEnv, type SandboxEnv, usage } from './sandbox-env.ts'
import { startWalletProvider } from './wallet-provider/start-wallet-provider.ts'

const env = readEnv()
const people = [...personas, ...crowd(env.guests)]
const stops: (() => Promise<void>)[] = []
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

const chain = env.parts.has('chain') ? await openChain(env) : undefined
const settings = {
  ...(chain && chainSettings(chain)),
  ...(chain && env.parts.has('wallets') && (await openWallets(env, chain))),
  ...(env.parts.has('repositories') && (await openRepositories(env))),
  ...(env.parts.has('mailbox') && (await openMailbox(env))),
}
process.stdout.write(`${JSON.stringify(settings)}\n`)

function readEnv(): SandboxEnv {
  if (process.argv.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return readSandboxEnv(process.env, process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function openChain({ dataDir, ports, seatSeconds, keptStates }: SandboxEnv): Promise<LocalChain> {
  const place = { port: ports.chain, dataDir: join(dataDir, 'chain'), keptStates }
  const options = { ...place, ...(seatSeconds && { seatSeconds }) }
  const opened = await startChain(options).catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
  stops.unshift(opened.stop)
  // The supervisor starts all of this again, with the chain as it was.
  void opened.died.then(() => {
    console.error('the node of the local chain ended')
    process.exit(1)
  })
  return opened
}

/** What the programs need to know of this chain, under the names of their settings. */
function chainSettings({
  rpcUrl,
  chainId,
  genesisHash,
  addresses,
  deploymentBlock,
  keys,
}: LocalChain): Record<string, string> {
  return {
    CHAIN_RPC_URL: rpcUrl,
    CHAIN_ID: String(chainId),
    CHAIN_GENESIS_HASH: genesisHash,
    REGISTRY_ADDRESS: addresses.registry,
    ESCROW_ADDRESS: addresses.escrow,
    ESCROW_DEPLOYMENT_BLOCK: String(deploymentBlock),
    TOKEN_ADDRESS: addresses.token,
    REGISTRAR_PRIVATE_KEY: keys.registrar,
    DISPATCHER_PRIVATE_KEY: keys.dispatcher,
  }
}

async function openWallets(
  { dataDir, ports, publicOrigin, apiKey, entitySecret }: SandboxEnv,
  { rpcUrl, chainId, addresses, keys }: LocalChain,
) {
  const provider = await startWalletProvider({
    port: ports.wallets,
    dataDir: join(dataDir, 'wallets'),
    apiKey,
    entitySecret,
    appId: 'jobwright-local',
    chain: {
      rpcUrl,
      chainId,
      entryPoint07: addresses.entryPoint07,
      accountFactory: addresses.accountFactory,
      token: addresses.token,
      keys,
    },
    allowedOrigins: [publicOrigin],
    personas: people,
  })
  stops.unshift(provider.stop)
  return {
    CIRCLE_API_URL: provider.url,
    CIRCLE_API_KEY: apiKey,
    CIRCLE_ENTITY_SECRET: entitySecret,
    FAUCET_URL: `${provider.pagesUrl}/faucet`,
    CIRCLE_APP_ID: 'jobwright-local',
    GOOGLE_CLIENT_ID: 'jobwright-local',
    WALLET_FRAME_ORIGIN: provider.pagesUrl,
    WALLET_EXECUTOR: 'sandbox',
  }
}

async function openRepositories({ dataDir, ports, publicOrigin }: SandboxEnv): Promise<Record<string, string>> {
  const host = await startRepositoryHost({
    port: ports.repositories,
    dataDir: join(dataDir, 'repositories'),
    personas: people,
    appCallbackUrl: `${publicOrigin}/connect/github`,
    webhookUrl: `${publicOrigin}/api/v1/webhooks/github/`,
  })
  stops.unshift(host.stop)
  return {
    GITHUB_API_URL: host.apiUrl,
    GITHUB_WEB_URL: host.url,
    QUALIFICATION_CLONE_URL: host.qualification.cloneUrl,
    QUALIFICATION_COMMIT: host.qualification.commit,
    GITHUB_APP_SLUG: host.app.slug,
    GITHUB_CLIENT_ID: host.app.clientId,
    GITHUB_CLIENT_SECRET: host.app.clientSecret,
    GITHUB_WEBHOOK_SECRETS: host.app.webhookSecret,
    GITHUB_APP_ID: String(host.app.id),
    GITHUB_APP_PRIVATE_KEY: host.app.privateKeyPem,
  }
}

async function openMailbox({ ports }: SandboxEnv): Promise<Record<string, string>> {
  const mailbox = await startMailbox({ smtpPort: ports.smtp, pagePort: ports.mailbox })
  stops.unshift(mailbox.stop)
  return {
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: 'Jobwright <notifications@jobwright.test>',
    MAILBOX_URL: mailbox.url,
    MAIL_BATCH_SECONDS: '2',
  }
}

async function stop(): Promise<void> {
  for (const end of stops.splice(0)) await end()
  process.exit(0)
}
