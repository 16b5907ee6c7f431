/**
 * The kinds of access tokens, by the state of their users. Each kind has an audience, an issuer and keys of its own, so
 * that a verifier refuses the kinds that it does not accept.
 */
export const tokenKinds = {
  normal: { audience: "", issuer: "" },
  restricted: { audience: ":restricted", issuer: "-restricted-users" },
  anonymous: { audience: ":anon", issuer: "-anonymous-users" }
} as const satisfies Readonly<Record<string, { readonly audience: string; readonly issuer: string }>>

export type TokenKind = keyof typeof tokenKinds

/** Returns the project and the kind of an audience. Ids of projects contain no colon. */
export const readAudience = (audience: string): { readonly projectId: string; readonly kind: TokenKind } => {
  for (const kind of ["restricted", "anonymous"] as const) {
    const { audience: suffix } = tokenKinds[kind]
    if (audience.endsWith(suffix)) return { projectId: audience.slice(0, -suffix.length), kind }
  }
  return { projectId: audience, kind: "normal" }
}
