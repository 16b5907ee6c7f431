/**
 * Decides which sign-in methods a user has and which of them can be removed, so that users do not lock themselves
 * out.
 */
import type { ContactChannel } from "../../core/schema/contact-channel.ts"
import type { Project } from "../../core/schema/project.ts"
import type { User } from "../../core/schema/user.ts"

export type SignInMethod = "password" | "otp" | "passkey" | "oauth"

/**
 * Returns the methods that the user has and the project allows. `otp` and `password` need an email for sign-in,
 * verified or not.
 */
export const methodsOf = (
  user: Pick<User, "hasPassword" | "otpAuthEnabled" | "passkeyAuthEnabled"> & {
    /** The providers of the accounts with which the user can sign in. */
    readonly oauthProviders: ReadonlyArray<Pick<User["oauthProviders"][number], "id">>
  },
  { config }: Pick<Project, "config">,
  channels: ReadonlyArray<Pick<ContactChannel, "usedForAuth">>
): ReadonlySet<SignInMethod> => {
  const methods = new Set<SignInMethod>()
  const hasEmail = channels.some(({ usedForAuth }) => usedForAuth)
  if (user.hasPassword && config.credentialEnabled && hasEmail) methods.add("password")
  if (user.otpAuthEnabled && config.magicLinkEnabled && hasEmail) methods.add("otp")
  if (user.passkeyAuthEnabled && config.passkeyEnabled) methods.add("passkey")
  const offered = new Set(config.oauthProviders.map(({ id }) => id))
  if (user.oauthProviders.some(({ id }) => offered.has(id))) methods.add("oauth")
  return methods
}

/**
 * Returns whether no other method is certain to work. `otp` is not certain while no email for sign-in is verified:
 * Keystile mails no codes to unverified emails, but other services may. So it replaces no other method, and cannot be
 * removed as the only one either.
 */
export const isOnlyCertainMethod = (
  methods: ReadonlySet<SignInMethod>,
  method: SignInMethod,
  channels: ReadonlyArray<Pick<ContactChannel, "usedForAuth" | "isVerified">>
): boolean =>
  methods.has(method) &&
  ![...methods].some((other) => other !== method && (other !== "otp" || hasVerifiedAuthEmail(channels)))

/**
 * Returns whether the email is the only one to sign in with. An unverified one does not replace a verified one: the
 * service mails no sign-in links to it, and it may have a typo.
 */
export const isLastAuthEmail = (channels: ReadonlyArray<ContactChannel>, channel: ContactChannel): boolean =>
  channel.usedForAuth &&
  !channels.some(
    ({ id, isVerified, usedForAuth }) => id !== channel.id && usedForAuth && (isVerified || !channel.isVerified)
  )

/** Returns whether the user has a verified email to sign in with. */
export const hasVerifiedAuthEmail = (
  channels: ReadonlyArray<Pick<ContactChannel, "usedForAuth" | "isVerified">>
): boolean => channels.some(({ isVerified, usedForAuth }) => isVerified && usedForAuth)
