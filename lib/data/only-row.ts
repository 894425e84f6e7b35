/** The row of a statement that always returns one, such as an insert or a sum. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('the statement returned no row')
  return row
}
