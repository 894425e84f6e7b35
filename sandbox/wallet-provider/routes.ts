import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { challengeRoutes } from './api/challenges.ts'
import { contractExecutionRoutes } from './api/contract-executions.ts'
import { developerTransactionRoutes } from './api/developer-transactions.ts'
import { developerWalletRoutes } from './api/developer-wallets.ts'
import { entityRoutes } from './api/entity.ts'
import { estimateRoutes } from './api/estimates.ts'
import { faucetRoutes } from './api/faucet.ts'
import { loginRoutes } from './api/logins.ts'
import { notificationRoutes } from './api/notifications.ts'
import { tokenRoutes } from './api/tokens.ts'
import { operationRoutes, transactionRoutes } from './api/transactions.ts'
import { transferRoutes } from './api/transfers.ts'
import { userRoutes } from './api/users.ts'
import { newWalletSetRoutes, walletSetRoutes } from './api/wallet-sets.ts'
import { walletRoutes } from './api/wallets.ts'
import { faucetPageRoutes } from './browser/faucet-page.ts'
import { frameRoutes } from './browser/frame-routes.ts'
import { privateRoutes } from './browser/private-api.ts'
import { socialProviderRoutes } from './browser/social-provider.ts'
import { injectFaults } from './faults/inject-faults.ts'
import { faultRoutes } from './faults/routes.ts'
import type { Provider } from './provider.ts'
import type { SigningKey } from './webhooks/signing-key.ts'
import { requestId, requireApiKey } from './wire/authentication.ts'
import { toErrorResponse, WireError } from './wire/errors.ts'

/** The provider's whole surface: its API, the private channel of its pages, and the pages. */
export function buildRoutes(provider: Provider, key: SigningKey): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(requestId)
  app.onError((error, c) => toErrorResponse(c, error))
  app.notFound((c) => toErrorResponse(c, new WireError(404)))

  app.route('/sandbox/faults', faultRoutes(provider))
  app.use(injectFaults(provider))
  app.get('/ping', (c) => c.json({ message: 'pong' }))
  app.use('/v1/*', requireApiKey(provider))
  app.use('/v2/*', requireApiKey(provider))
  // Longer paths first: the routes of a shorter one would answer for them.
  app.route('/v1/w3s/user/transactions/contractExecution', contractExecutionRoutes(provider))
  app.route('/v1/w3s/user/transactions/transfer', transferRoutes(provider))
  app.route('/v1/w3s/user/transactions', operationRoutes(provider))
  app.route('/v1/w3s/user/challenges', challengeRoutes(provider))
  app.route('/v1/w3s/user', userRoutes(provider))
  app.route('/v1/w3s/transactions/contractExecution/estimateFee', estimateRoutes(provider))
  app.route('/v1/w3s/transactions', transactionRoutes(provider))
  app.route('/v1/w3s/wallets', walletRoutes(provider))
  app.route('/v1/w3s/walletSets', walletSetRoutes(provider))
  app.route('/v1/w3s/config/entity', entityRoutes(provider))
  app.route('/v1/w3s/developer/walletSets', newWalletSetRoutes(provider))
  app.route('/v1/w3s/developer/wallets', developerWalletRoutes(provider))
  app.route('/v1/w3s/developer/transactions', developerTransactionRoutes(provider))
  app.route('/v1/w3s/tokens', tokenRoutes(provider))
  app.route('/v1/w3s', loginRoutes(provider))
  app.route('/v1/faucet', faucetRoutes(provider))
  app.route('/v2/notifications', notificationRoutes(provider, key))
  app.route('/sandbox', privateRoutes(provider))
  app.route('/oauth', socialProviderRoutes(provider))
  app.route('/faucet', faucetPageRoutes(provider))
  app.route('/', frameRoutes(provider))
  return app
}
