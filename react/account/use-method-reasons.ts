import type { Project } from "../../core/schema/project.ts"
import { useContactChannelsState } from "../hooks/use-contact-channels.ts"
import { useOAuthProvidersState } from "../hooks/use-oauth-providers.ts"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { useAccountUser } from "./account-user.ts"
import { hasVerifiedAuthEmail, isOnlyCertainMethod, type SignInMethod, methodsOf } from "./sign-in-methods.ts"
import { useLatest } from "./use-latest.ts"

/** Returns why a method cannot be added or removed; `null` if it can. */
export const useMethodReasons = (method: SignInMethod, project: Project) => {
  const texts = useMessages(account)
  const user = useAccountUser()
  const { data: channels } = useLatest(useContactChannelsState())
  const { data: accounts, error } = useLatest(useOAuthProvidersState())
  // The user's own data does not say which accounts are for sign-in. A service before Stack Auth 2.8.39 uses all.
  const signIns = accounts?.filter(({ allowSignIn }) => allowSignIn).map(({ providerId }) => ({ id: providerId }))
  const oauthProviders = signIns ?? (error === null ? undefined : user.oauthProviders)
  const removalReason = () => {
    if (channels === undefined || oauthProviders === undefined) return null
    const methods = methodsOf({ ...user, oauthProviders }, project, channels)
    if (!isOnlyCertainMethod(methods, method, channels)) return null
    return method !== "otp" && methods.has("otp") ? texts.onlyMethodUntilVerified : texts.onlyMethod
  }
  return {
    add: channels === undefined || hasVerifiedAuthEmail(channels) ? null : texts.needsVerifiedEmail,
    remove: removalReason()
  }
}
