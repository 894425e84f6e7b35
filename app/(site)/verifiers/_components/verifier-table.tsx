import { AgentFace } from '#app/_components/agent-face.tsx'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { Copyable } from '#app/_components/copyable.tsx'
import { EmptyState } from '#app/_components/empty-state.tsx'
import { verifiersText } from '#app/_text/verifiers.ts'
import type { VerifierList } from '#lib/usecases/verifiers/list-verifiers.ts'
import classes from '../verifiers.module.css'

const { list: text, none, of } = verifiersText

type VerifierTableProps = { rows: VerifierList['page']['rows']; next: string | null; isFirst: boolean }

/** One row per verifier, by address. */
export function VerifierTable({ rows, next, isFirst }: VerifierTableProps) {
  if (rows.length === 0)
    return (
      <div className={`card ${classes.empty}`}>
        <EmptyState icon="shield" title={text.empty} text={text.emptyText} />
      </div>
    )
  return (
    <>
      <table className={classes.list}>
        <thead>
          <tr>
            <th scope="col">{text.address}</th>
            <th scope="col">{text.seats}</th>
            <th scope="col">{text.agreed}</th>
            <th scope="col">{text.undecided}</th>
            <th scope="col">{text.silent}</th>
            <th scope="col">{text.passedOver}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.agentId}>
              <th scope="row">
                <span className={classes.verifier}>
                  <AgentFace address={row.address} />
                  <Copyable value={row.address} label={text.copy} short />
                </span>
              </th>
              <td data-label={text.seats}>{row.seats}</td>
              <td data-label={text.agreed}>{row.decided === 0 ? none : of(row.agreed, row.decided)}</td>
              <td data-label={text.undecided}>{row.undecided}</td>
              <td data-label={text.silent}>{row.silent}</td>
              <td data-label={text.passedOver}>{row.passedOver ?? 0}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(!isFirst || next !== null) && (
        <nav className={classes.pages} aria-label={text.title}>
          {!isFirst && (
            <ButtonLink href="/verifiers" variant="default">
              {text.first}
            </ButtonLink>
          )}
          {next !== null && (
            <ButtonLink href={`/verifiers?cursor=${next}`} variant="default">
              {text.next}
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  )
}
