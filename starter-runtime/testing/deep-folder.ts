/** A shell program that makes folders in each other until no path can name the innermost, where it does something more. */
export function nestDeeply(inside = ':'): string {
  return `n=$(printf %0250d 0); i=0; while [ $i -lt 20 ]; do mkdir $n && cd -P $n || exit 9; i=$((i+1)); done; ${inside}`
}
