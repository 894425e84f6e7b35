/** The name of a contract's enum member; throws for one that the names do not cover. */
export function memberOf<T extends string>(members: readonly T[], index: number): T {
  const member = members[index]
  if (!member) throw new RangeError(`the escrow answered with member ${index} of ${members.length}`)
  return member
}
