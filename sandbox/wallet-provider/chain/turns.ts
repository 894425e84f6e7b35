/** Work that takes turns: what is given starts after all that was given before, whether that failed or not. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

export function takeTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
}
