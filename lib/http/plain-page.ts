/** A page that needs nothing but itself, for when the site cannot be shown. Its texts hold no markup. */
export function plainPage(title: string, text: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Jobwright</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="">Reload</a></p></main></body></html>`
}
