import { createClient } from '@hey-api/openapi-ts'

const [input, path] = process.argv.slice(2)

/** The client of hey-api for the document, as Node resolves modules. */
await createClient({
  input,
  output: { path, module: { extension: '.js' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent' },
})
