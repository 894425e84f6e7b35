import { type Logger, pino } from 'pino'
import type { Heads } from './chain/chain-heads.ts'
import type { Nodes } from './chain/chain-nodes.ts'
import { createDrawSecrets } from './chain/draw-secrets.ts'
import { followHeads } from './chain/heads.ts'
import { openNodes } from './chain/nodes.ts'
import { createOperator } from './chain/operator.ts'
import { createChain } from './chain/rpc-chain.ts'
import { openPool } from './data/database.ts'
import { type DatabaseWatch, watchDatabase } from './data/database-watch.ts'
import { loggableError } from './data/loggable-error.ts'
import { openReader } from './data/public-reading.ts'
import { localChainId } from './env/contradictions.ts'
import { nodeUrls, type SharedEnv, type WorkerEnv } from './env.ts'
import { createAppLog } from './github/app-log.ts'
import { createAppPublisher } from './github/app-publisher.ts'
import { createCloneTokens } from './github/clone-tokens.ts'
import { createOctokitHost } from './github/octokit-host.ts'
import { createPublicHost } from './github/public-host.ts'
import { countingServed } from './github/serves-commit.ts'
import { createSmtpMailer } from './mail/smtp-mailer.ts'
import { createProgramMetrics, type ProgramMetrics } from './metrics/program-metrics.ts'
import { createWebhookSender } from './outbound/webhook-sender.ts'
import type { AppLog } from './ports/app-log.ts'
import type { CloneTokens } from './ports/clone-tokens.ts'
import type { PublicHost } from './ports/public-host.ts'
import type { Publisher } from './ports/publisher.ts'
import { createQueue } from './queue/boss-queue.ts'
import { createRuntimes } from './runtimes/runtimes.ts'
import { traces } from './tracing/spans.ts'
import type { Services, WorkerServices } from './usecases/context.ts'
import { createVault } from './vault/aes-vault.ts'
import { createAuditKey } from './vault/audit-key.ts'
import { createLinkKey } from './vault/link-key.ts'
import { createCircleAgentWallets } from './wallets/circle-agent-wallets.ts'
import { createCircleWallets } from './wallets/circle-wallets.ts'

export type Composition = Services & {
  /** Another one for each program that runs. */
  programId: string
  log: Logger
  watch: DatabaseWatch
  link: ChainLink
  metrics: ProgramMetrics
  close: () => Promise<void>
}

/** The one way of this program to the chain's nodes, with what is known of the newest blocks. */
type ChainLink = { nodes: Nodes; heads: Heads }

/** Binds every port to its adapter. Opens no connection before the first use. */
export function compose(env: SharedEnv, program: string): Composition {
  const { DATABASE_URL: url, DATABASE_POOL_MAX: max } = env
  // What does not answer requests sends few statements, whose plans depend on their values.
  const plansEach = program !== 'web'
  const db = openPool({ url, max, applicationName: `jobwright-${program}`, plansEach })
  const publicMax = Math.ceil(max / 2)
  const reader = openReader({ url, max: publicMax, applicationName: `jobwright-${program}-public` })
  const watch = watchDatabase({ url, applicationName: `jobwright-${program}-watch` })
  const log = createLog(env, program)
  // What an administrator's command prints is its answer.
  if (program !== 'admin') db.log = ({ event, ...facts }) => log.info(facts, event)
  const link = openLink(env)
  const metrics = createProgramMetrics(program)
  return {
    programId: crypto.randomUUID(),
    link,
    metrics,
    db,
    reader,
    log,
    watch,
    chain: createChain({
      ...link,
      chainId: env.CHAIN_ID,
      genesisHash: env.CHAIN_GENESIS_HASH,
      codeHashes: { escrow: env.ESCROW_CODE_HASH, registry: env.REGISTRY_CODE_HASH },
      registry: env.REGISTRY_ADDRESS,
      escrow: env.ESCROW_ADDRESS,
      token: env.TOKEN_ADDRESS,
      entryPoints: env.ENTRY_POINT_ADDRESSES,
    }),
    ...openProviders(env, metrics),
    vault: createVault(env.VAULT_SECRET),
    auditKey: createAuditKey(env.VAULT_SECRET),
    linkKey: createLinkKey(env.VAULT_SECRET),
    traces,
    queue: createQueue(),
    settings: settingsOf(env),
    close: async () => {
      await Promise.all([db.$client.end({ timeout: 5 }), reader.client.end({ timeout: 5 }), watch.close()])
    },
  }
}

function openProviders(env: SharedEnv, { countCalls }: ProgramMetrics) {
  const wallets = createCircleWallets({
    apiUrl: env.CIRCLE_API_URL,
    apiKey: env.CIRCLE_API_KEY,
    blockchain: env.CIRCLE_BLOCKCHAIN,
  })
  const codeHost = createOctokitHost({
    apiUrl: env.GITHUB_API_URL,
    webUrl: env.GITHUB_WEB_URL,
    slug: env.GITHUB_APP_SLUG,
    clientId: env.GITHUB_CLIENT_ID,
    clientSecret: env.GITHUB_CLIENT_SECRET,
  })
  return {
    wallets: countCalls('wallet_provider', wallets),
    codeHost: countCalls('repository_host', codeHost),
    runtimes: countCalls('runtime', createRuntimes({ loopback: env.RUNTIME_LOOPBACK })),
    webhooks: createWebhookSender({ allowsLoopback: env.CHAIN_ID === localChainId }),
  }
}

function settingsOf(env: SharedEnv): Services['settings'] {
  return {
    fundBySeconds: env.FUND_BY_SECONDS,
    publicOrigin: env.PUBLIC_ORIGIN,
    sendsMail: env.MAIL_FROM !== undefined,
    mailboxUrl: env.MAILBOX_URL ?? null,
    headAgeSeconds: env.CHAIN_HEAD_AGE_SECONDS,
    explorerUrl: env.CHAIN_EXPLORER_URL ?? null,
    cloneOrigin: env.GITHUB_WEB_URL,
    qualification:
      env.QUALIFICATION_CLONE_URL && env.QUALIFICATION_COMMIT
        ? { cloneUrl: env.QUALIFICATION_CLONE_URL, commit: env.QUALIFICATION_COMMIT }
        : null,
    requalificationSeconds: env.REQUALIFICATION_SECONDS,
    heartbeatSeconds: { idle: env.RUNTIME_HEARTBEAT_SECONDS, atWork: env.RUNTIME_WORK_HEARTBEAT_SECONDS },
    offerSeconds: env.OFFER_SECONDS,
    seatsPerVerifier: env.SEATS_PER_VERIFIER,
    shadowEverySeats: env.SHADOW_EVERY_SEATS,
    shadowEveryDays: env.SHADOW_EVERY_DAYS,
    probeSeconds: env.PROBE_SECONDS,
    probesPerHour: env.PROBES_PER_HOUR,
    verifierAgeSeconds: env.VERIFIER_AGE_SECONDS,
    rewardPerVerifierOwner: BigInt(env.REWARD_PER_VERIFIER_OWNER) * 1_000_000n,
    attestHoldSeconds: env.ATTEST_HOLD_SECONDS,
    withdrawalDelaySeconds: env.WITHDRAWAL_DELAY_SECONDS,
    publicRepositories: env.PUBLIC_REPOSITORIES,
    publicReadSeconds: env.PUBLIC_READ_SECONDS,
    mintsCloneTokens: false,
    allowUnisolated: env.CHAIN_ID === localChainId,
  }
}

export type WorkerComposition = Composition &
  WorkerServices & {
    /** Null where the App's own key is not given. */
    appLog: AppLog | null
    publisher: Publisher | null
    /** Reads as a stranger, for the public index. */
    publicHost: PublicHost
    cloneTokens: CloneTokens | null
    sweepSeconds: number
  }

/** The composition of the worker program, which alone holds keys that sign for the service. */
export function composeWorker(env: WorkerEnv): WorkerComposition {
  const shared = compose(env, 'worker')
  const operator = (privateKey: `0x${string}`) =>
    createOperator({
      ...shared.link,
      chainId: env.CHAIN_ID,
      registry: env.REGISTRY_ADDRESS,
      escrow: env.ESCROW_ADDRESS,
      privateKey,
      feeCeiling: BigInt(env.OPERATOR_FEE_CEILING_GWEI) * 10n ** 9n,
      gasCeiling: BigInt(env.OPERATOR_BATCH_GAS),
    })
  const { countCalls } = shared.metrics
  const app = openApp(env, shared.metrics)
  const agentWallets = createCircleAgentWallets({
    apiUrl: env.CIRCLE_API_URL,
    apiKey: env.CIRCLE_API_KEY,
    entitySecret: env.CIRCLE_ENTITY_SECRET,
    blockchain: env.CIRCLE_BLOCKCHAIN,
    token: env.TOKEN_ADDRESS,
    ...(env.CIRCLE_WALLET_SET_ID && { walletSetId: env.CIRCLE_WALLET_SET_ID }),
  })
  return {
    ...shared,
    settings: { ...shared.settings, mintsCloneTokens: app.cloneTokens !== null },
    agentWallets: countCalls('wallet_provider', agentWallets),
    operators: {
      dispatcher: operator(env.DISPATCHER_PRIVATE_KEY),
      registrar: operator(env.REGISTRAR_PRIVATE_KEY),
    },
    drawSecrets: createDrawSecrets({
      chainId: env.CHAIN_ID,
      escrow: env.ESCROW_ADDRESS,
      key: env.DISPATCHER_PRIVATE_KEY,
      retiredKeys: env.DISPATCHER_RETIRED_KEYS,
    }),
    ...app,
    publicHost: countCalls('repository_host', createPublicHost({ apiUrl: env.GITHUB_API_URL })),
    servesCommit: countingServed((port) => countCalls('qualification_repository', port)),
    mail: openMail(env),
    sweepSeconds: env.GITHUB_SWEEP_SECONDS,
  }
}

function openLink(env: SharedEnv): ChainLink {
  const nodes = openNodes({
    urls: nodeUrls(env),
    requestsPerSecond: env.CHAIN_REQUESTS_PER_SECOND,
    batchSize: env.CHAIN_BATCH_SIZE,
    aloneSeconds: env.CHAIN_ALONE_SECONDS,
    headers: env.CHAIN_HEADERS,
  })
  const heads = followHeads(nodes, {
    confirmations: env.CHAIN_CONFIRMATIONS,
    maxAgeMs: env.CHAIN_HEAD_MS,
    lagSeconds: env.CHAIN_LAG_SECONDS,
  })
  return { nodes, heads }
}

function openMail({ SMTP_URL: url, MAIL_FROM: from, MAIL_BATCH_SECONDS: batchSeconds }: WorkerEnv) {
  return url && from ? { mailer: createSmtpMailer({ url, from }), batchSeconds } : null
}

type App = Pick<WorkerComposition, 'appLog' | 'publisher' | 'cloneTokens'>

function openApp(env: WorkerEnv, { countCalls }: ProgramMetrics): App {
  const { GITHUB_API_URL: apiUrl, GITHUB_APP_ID: appId, GITHUB_APP_PRIVATE_KEY: privateKey } = env
  if (!appId || !privateKey) return { appLog: null, publisher: null, cloneTokens: null }
  const app = { apiUrl, appId, privateKey }
  return {
    appLog: countCalls('repository_host', createAppLog(app)),
    publisher: countCalls('repository_host', createAppPublisher(app)),
    cloneTokens: countCalls('repository_host', createCloneTokens(app)),
  }
}

function createLog(env: SharedEnv, program: string): Logger {
  const redact = {
    paths: ['*.user_token', '*.encryption_key', '*.refresh_token', '*.authorization', '*.cookie'],
    censor: '[redacted]',
  }
  return pino({ level: env.LOG_LEVEL, name: program, redact, serializers: { err: loggableError } })
}
