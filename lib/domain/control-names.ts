import type { Random } from './other-values.ts'

/** Words of code, which no test is named by. */
const ofCode =
  /^(import|from|const|let|var|require|assert|strict|node|test|tests|function|return|async|await|def|class|self|for|new|throw|true|false|null|undefined|equal|deep|the|exit|echo|src|lib|package|func|use|pub|let|mut|describe|only|skip|todo)$/
const usual = ['values', 'again', 'other', 'empty', 'several', 'longer', 'nothing', 'first']

/**
 * A name for an added test, made of words of the file that it goes into, so that it looks like its neighbours. It can be
 * part of an identifier and stands nowhere in the file yet.
 */
export function controlName(text: string, random: Random): string {
  const found = [...text.matchAll(/(?<![\w$])[a-z]{3,10}(?![\w$])/g)].map(([word]) => word)
  const words = [...new Set([...found.filter((word) => !ofCode.test(word)), ...usual])]
  const chosen: string[] = []
  const isKnown = () => text.includes(chosen.join('_')) || text.includes(chosen.join(' '))
  while (chosen.length < 2 || isKnown()) chosen.push(words[random(words.length)] ?? 'values')
  return chosen.join('_')
}
