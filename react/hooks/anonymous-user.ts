/** The option `or` of the hooks of the signed-in user, for anonymous users. */
import type { SignUpAnonymouslyError } from "../../tiers/calls/anonymous.ts"
import type { QueryState } from "../../tiers/cache/query.ts"
import type { LoadedKeystile } from "../runtime/provider-context.ts"
import { useKnown } from "../runtime/use-query.ts"

/** The behavior without a signed-in user. */
export type OrWithoutUser = "return-null" | "redirect" | "throw" | "anonymous" | "anonymous-if-exists"

const none = () => null

/** Signs up an anonymous user if one is needed. Returns the state of the sign-up; `null` if none is needed. */
export const useAnonymousSignUp = (
  opened: LoadedKeystile | null,
  isNeeded: boolean
): QueryState<void, SignUpAnonymouslyError> | null =>
  useKnown(opened, isNeeded ? (opened?.engine.queries.anonymousSignUpQuery ?? null) : null, none) ?? null
