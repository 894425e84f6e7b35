/** A page that needs nothing but itself, for when the site cannot be shown. Its texts hold no markup. */
export function plainPage(title: string, text: string, way = { href: '', label: 'Reload' }): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Jobwright</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="${way.href}">${way.label}</a></p></main></body></html>`
}
