import { STATUS_CODES } from 'node:http'

const messages: Record<number, string> = {
  401: 'Bad credentials',
  403: 'Resource not accessible by integration',
  404: 'Not Found',
  422: 'Validation Failed',
  500: 'Server Error',
  502: 'Server Error',
}

/** A refusal in the API's usual form. */
export function toFailure(status: number): Response {
  const message = messages[status] ?? STATUS_CODES[status] ?? 'Server Error'
  const body = { message, documentation_url: 'https://docs.github.com/rest', status: String(status) }
  return Response.json(body, { status })
}

/** The page that stands in for every answer while nothing behind the host's front works. */
export function toOutage(): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
  return new Response(page, { status: 502, headers })
}

const page = `<!DOCTYPE html>
<html>
  <head>
    <meta http-equiv="Content-type" content="text/html; charset=utf-8">
    <title>Unicorn! &middot; GitHub</title>
  </head>
  <body>
    <h1>Unicorn!</h1>
    <p><strong>We had issues producing the response to your request.</strong></p>
    <p>Sorry about that. Please try refreshing and contact us if the problem persists.</p>
  </body>
</html>
`
