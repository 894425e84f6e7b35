/** What an added line does that few fixes need and many cheats do. */
export type TripwireCode =
  | 'ends_process'
  | 'replaces_runner'
  | 'replaces_builtin'
  | 'knows_tests'
  | 'hides_code'
  | 'loosens_checks'
  | 'empties_arguments'

export type Tripped = { code: TripwireCode; line: number; text: string }
