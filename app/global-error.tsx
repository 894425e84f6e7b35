'use client'
import { commonText } from './_text/common.ts'

const text = commonText.crash

/** Stands alone: the root layout itself has failed, so none of its styles or providers can be counted on. */
export default function GlobalError() {
  return (
    <html lang="en">
      <head>
        <title>{text.title}</title>
      </head>
      <body>
        <main>
          <h1>{text.title}</h1>
          <p>{text.text}</p>
          <p>
            <a href="/">{commonText.notFound.home}</a>
          </p>
        </main>
      </body>
    </html>
  )
}
