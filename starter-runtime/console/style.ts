import { createHash } from 'node:crypto'

/** The console's one style sheet; it sits in the page, and its hash is in the page's content security policy. */
export const style = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#d9dee6;--paper:#fff;--ground:#f4f6f9;--accent:#1f5fbf;--warn:#8a4b00;--good:#1c6b3c}
@media(prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#9aa6b5;--line:#323b48;--paper:#1a2029;--ground:#12161d;--accent:#8ab4f8;--warn:#f0b567;--good:#7fd3a0}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:1.5rem 1rem 3rem;display:grid;gap:1rem}
h1{font-size:1.35rem;margin:0}
h2{font-size:1rem;margin:0 0 .75rem}
section{background:var(--paper);border:1px solid var(--line);border-radius:.6rem;padding:1rem}
dl{display:grid;grid-template-columns:minmax(8rem,auto) 1fr;gap:.35rem 1rem;margin:0}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
code{font:0.9em ui-monospace,monospace;overflow-wrap:anywhere;user-select:all}
p{margin:0 0 .75rem}
section>p:last-child{margin-bottom:0}
.note{border-left:3px solid var(--accent);padding-left:.75rem}
.warn{color:var(--warn)}
.good{color:var(--good)}
.soft{color:var(--soft)}
.row{display:flex;flex-wrap:wrap;gap:.6rem}
label{display:block;margin-bottom:.35rem}
input{font:inherit;width:100%;padding:.55rem .7rem;border:1px solid var(--soft);border-radius:.4rem;background:var(--paper);color:var(--ink);margin-bottom:.75rem}
button{font:inherit;padding:.5rem .9rem;min-height:2.75rem;border:1px solid var(--line);border-radius:.4rem;background:var(--paper);color:var(--ink);cursor:pointer}
button.main{background:var(--accent);border-color:var(--accent);color:var(--paper)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media(max-width:30rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
`

export const styleHash = createHash('sha256').update(style).digest('base64')
