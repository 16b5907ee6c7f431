/** Derives the kind of an access token, and its claims `aud` and `iss`, from the restriction of its user. */
import { API_PREFIX } from "../../core/http/path.ts"
import { type TokenKind, tokenKinds } from "../../core/session/token-kinds.ts"

/** Why a user may not use the application yet. */
export type RestrictedReason = "anonymous" | "email_not_verified" | "restricted_by_administrator"

/** Returns the kind of a user's tokens. `null` is a user who is not restricted. */
export const tokenKindOf = (reason: RestrictedReason | null): TokenKind =>
  reason === null ? "normal" : reason === "anonymous" ? "anonymous" : "restricted"

export const audienceOf = (projectId: string, kind: TokenKind): string => `${projectId}${tokenKinds[kind].audience}`

/** The issuer of normal tokens, which is the same for all services of version 2.7 of the protocol. */
const ISSUER = "https://access-token.jwt-signature.stack-auth.com"

export const issuerOf = (serviceUrl: string, projectId: string, kind: TokenKind): string =>
  kind === "normal" ? ISSUER : `${serviceUrl}${API_PREFIX}/projects${tokenKinds[kind].issuer}/${projectId}`

/** Returns whether a token of this kind may have the issuer. Others than normal tokens name the host of the sign-in. */
export const isIssuerOf = (issuer: string, kind: TokenKind): boolean => kind !== "normal" || issuer === ISSUER
