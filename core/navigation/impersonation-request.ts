/**
 * The URL of the owners' console at which an owner authorizes an application to sign the owner in as a user. It has no
 * secret: the console accepts it from the signed-in owner only, and only for a trusted callback page.
 */

/** A flow that an application has begun. */
export interface ImpersonationRequest {
  readonly projectId: string
  /** The user to sign in as. */
  readonly userId: string
  /** The callback page of the application. */
  readonly redirectUri: string
  readonly state: string
  readonly codeChallenge: string
}

const names = {
  projectId: "project_id",
  userId: "impersonate_user_id",
  redirectUri: "redirect_uri",
  state: "state",
  codeChallenge: "code_challenge"
} as const satisfies Readonly<Record<keyof ImpersonationRequest, string>>

/** Returns the URL for a request, on the service with this base URL. */
export const impersonationUrl = (baseUrl: string, request: ImpersonationRequest): string => {
  const query = new URLSearchParams({
    [names.projectId]: request.projectId,
    [names.userId]: request.userId,
    [names.redirectUri]: request.redirectUri,
    [names.state]: request.state,
    [names.codeChallenge]: request.codeChallenge
  })
  return `${baseUrl}/owner?${query}`
}

/** Returns the request in the query of a URL; `null` if it has none. */
export const readImpersonationRequest = (search: string): ImpersonationRequest | null => {
  const query = new URLSearchParams(search)
  const [projectId, userId, redirectUri, state, codeChallenge] = Object.values(names).map((name) => query.get(name))
  return projectId && userId && redirectUri && state && codeChallenge
    ? { projectId, userId, redirectUri, state, codeChallenge }
    : null
}
