import { Hono } from 'hono'
import { html } from 'hono/html'
import { getAddress, isAddress, parseUnits } from 'viem'
import type { Provider } from '../provider.ts'
import { tokenDecimals } from '../wire/tokens.ts'
import { answerPage } from './page.ts'

const drip = parseUnits('20', tokenDecimals)

/** The public faucet's page: test money for an address, 20 USDC with each press of the button. */
export function faucetPageRoutes(provider: Provider): Hono {
  const routes = new Hono()

  routes.get('/', async (c) => await answerPage(c, form(c.req.query('address') ?? ''), { formsTo: ["'self'"] }))

  routes.post('/', async (c) => {
    const { address } = await c.req.parseBody()
    if (typeof address !== 'string' || !isAddress(address)) {
      return await answerPage(c, { ...form(''), status: 400 }, { formsTo: ["'self'"] })
    }
    await provider.chain.mint(getAddress(address), drip)
    return await answerPage(c, form(address, '20 USDC are on their way to this address.'), { formsTo: ["'self'"] })
  })

  return routes
}

function form(address: string, notice = '') {
  const body = html`<main class="card">
    <h1>Test money</h1>
    <p>20 USDC of the local chain with each press. It is worth nothing anywhere.</p>
    ${notice ? html`<p role="status"><strong>${notice}</strong></p>` : ''}
    <form method="post" action="/faucet">
      <label>Address <input name="address" value="${address}" required pattern="0x[0-9a-fA-F]{40}" size="44" spellcheck="false" /></label>
      <p class="actions"><button type="submit" class="primary">Send 20 USDC</button></p>
    </form>
  </main>`
  return { title: 'Test money', body }
}
