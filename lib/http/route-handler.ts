/** `isProgram`: asked for at the path of programs, where the same handler answers for a token. */
export type RouteHandler = (
  request: Request,
  route?: { params: Promise<Record<string, string>>; isProgram?: true },
) => Promise<Response>
