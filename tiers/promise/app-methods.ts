/** The methods that the promise apps of all tiers share: signing in and out, codes from emails, and redirects. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { CliAuthExpiredError, CliAuthUsedError } from "../../core/errors/command-line.ts"
import type { InvalidTotpCode, MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import type { InvalidRecoveryCode } from "../../core/errors/recovery-code.ts"
import type { PasskeyAuthenticationFailed, PasskeyWebAuthnError } from "../../core/errors/passkey.ts"
import type { EmailPasswordMismatch } from "../../core/errors/password.ts"
import type { PasswordRequirementsNotMet } from "../../core/errors/password-rules.ts"
import type { RedirectUrlNotWhitelisted } from "../../core/errors/redirect-url.ts"
import type { CommandLineSignInDenied, SignUpProofFailed } from "../../core/errors/local-errors.ts"
import type { SignUpProofInvalid, SignUpProofRequired } from "../../core/errors/sign-up-proof.ts"
import type { SignUpNotEnabled, UserEmailAlreadyExists } from "../../core/errors/user.ts"
import type { VerificationCodeError } from "../../core/errors/verification-code.ts"
import type { HandlerUrls } from "../../core/navigation/handler-urls.ts"
import type { NavigateOptions } from "../../core/navigation/navigate.ts"
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import type { NewSession } from "../calls/call-dependencies.ts"
import type { CallbackUrlOption } from "../calls/callback-url.ts"
import type { CommandLineSignInOptions } from "../calls/command-line.ts"
import type { TeamInvitationDetails } from "../calls/invitation-codes.ts"
import type { MagicLinkCode, SendMagicLinkOptions } from "../calls/magic-link.ts"
import type { MultiFactorInput } from "../calls/multi-factor.ts"
import type { OAuthOptions } from "../calls/oauth.ts"
import type { PasskeyOptions } from "../calls/passkey.ts"
import type { ResetPasswordInput } from "../calls/password-reset.ts"
import type { SecretText } from "../calls/redact.ts"
import type { Credential, SignUpInput } from "../calls/sign-up.ts"
import type { ClientCalls } from "../client.ts"
import type { ProjectOwnerSession } from "../project-owner.ts"
import { passwordRequirements, type Result, toResult } from "./result.ts"
import type { CallRunner, SignOutOptions } from "./run-calls.ts"
import { untilAborted } from "./until-aborted.ts"

interface RedirectOption {
  /** Stay on this page. Default `false`. */
  readonly noRedirect?: boolean
}

/** The options of `signInOnCommandLine`. */
interface PromiseCommandLineOptions extends Omit<CommandLineSignInOptions, "showUrl"> {
  /** Shows the user the URL to open in any browser, e.g. prints it. */
  readonly showUrl: (url: string, expiresAt: Date) => unknown
  /** Stops the polling when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/** The proof that the project requires at sign-up is missing, was refused, or could not be made. */
type SignUpProofRefused = SignUpProofRequired | SignUpProofInvalid | SignUpProofFailed

const signUpProofErrors = ["SignUpProofRequired", "SignUpProofInvalid", "SignUpProofFailed"] as const

type RedirectTarget = "afterSignIn" | "afterSignUp"

/** Goes to a page, and resolves after the browser has had time to leave; at once with the redirect method `none`. */
type Redirect = (options?: NavigateOptions) => Promise<void>

/** Methods are bound to their app, so that they can be passed on: `onClick={app.signOut}`. */
export interface AppMethods {
  /** The id of the project. */
  readonly projectId: string
  /** The URLs of the pages. */
  readonly urls: HandlerUrls
  /** For the option `projectOwnerSession` of an admin app, where this is the app of the internal project. */
  readonly asProjectOwner: ProjectOwnerSession

  /** Signs in, then goes to the page `afterSignIn`. */
  readonly signInWithCredential: (
    input: Credential & RedirectOption
  ) => Promise<Result<void, EmailPasswordMismatch | MultiFactorAuthenticationRequired>>
  /** Signs up, then goes to the page `afterSignUp`. */
  readonly signUpWithCredential: (
    input: SignUpInput & RedirectOption
  ) => Promise<Result<void, UserEmailAlreadyExists | PasswordRequirementsNotMet | SignUpProofRefused>>
  /**
   * Creates a user without any sign-in method, unless there is a session. A later sign-up keeps their id and data. See
   * `getUser({ or: "anonymous" })`.
   */
  readonly signUpAnonymously: () => Promise<Result<void, SignUpNotEnabled>>
  /**
   * Signs in a program without a browser: shows a URL, and polls until its user has approved in a browser. Rejects with
   * the reason of the signal if that is aborted, and with `RequestError` if the service cannot be reached.
   */
  readonly signInOnCommandLine: (
    options: PromiseCommandLineOptions
  ) => Promise<Result<void, CliAuthExpiredError | CliAuthUsedError | CommandLineSignInDenied>>
  /** Mails a link and a code. The nonce completes the six characters of the email. */
  readonly sendMagicLinkEmail: (
    email: string,
    options?: SendMagicLinkOptions
  ) => Promise<Result<{ readonly nonce: string }, RedirectUrlNotWhitelisted | SignUpProofRefused>>
  /**
   * Signs in by the code of the link, or by `{ otp, nonce }`: the six typed characters and the nonce. Then goes to
   * `afterSignUp` with a new user, else to `afterSignIn`.
   */
  readonly signInWithMagicLink: (
    code: MagicLinkCode,
    options?: RedirectOption
  ) => Promise<Result<void, VerificationCodeError | MultiFactorAuthenticationRequired>>
  /** Signs in, then goes to the page `afterSignIn`. */
  readonly signInWithPasskey: (
    options?: PasskeyOptions & RedirectOption
  ) => Promise<Result<void, PasskeyAuthenticationFailed | PasskeyWebAuthnError | MultiFactorAuthenticationRequired>>
  /** Completes a sign-in that failed with `MultiFactorAuthenticationRequired`, and redirects as that would have. */
  readonly completeMultiFactor: (
    input: MultiFactorInput & RedirectOption
  ) => Promise<Result<void, InvalidTotpCode | InvalidRecoveryCode | VerificationCodeError>>
  /**
   * Redirects to the provider. Rejects when that is not possible. Resolves if this page is still shown after 10 s, was
   * restored from the back/forward cache, or the fragment of its URL changed. A slow page of the provider may still be
   * loading.
   */
  readonly signInWithOAuth: (provider: OAuthProviderId, options?: OAuthOptions) => Promise<void>
  /**
   * Completes the sign-in on the page `oauthCallback`, then redirects. Resolves with `false` when the URL holds no
   * authorization response for this browser. Rejects with the error of the sign-in, also with
   * `MultiFactorAuthenticationRequired`, for which see `completeMultiFactor`.
   */
  readonly callOAuthCallback: () => Promise<boolean>
  /** Mails a link that resets the password. */
  readonly sendForgotPasswordEmail: (
    email: string,
    options?: CallbackUrlOption
  ) => Promise<Result<void, RedirectUrlNotWhitelisted>>
  /** Checks the code of an email, which stays unused. */
  readonly verifyPasswordResetCode: (code: string) => Promise<Result<void, VerificationCodeError>>
  /** Sets a new password with the code of the mail. */
  readonly resetPassword: (
    input: ResetPasswordInput
  ) => Promise<Result<void, VerificationCodeError | PasswordRequirementsNotMet>>
  /** Verifies an email address with the code of the mail. */
  readonly verifyEmail: (code: string) => Promise<Result<void, VerificationCodeError>>
  /** Checks the code of an invitation, which stays unused. */
  readonly verifyTeamInvitationCode: (code: SecretText) => Promise<Result<void, VerificationCodeError>>
  /** Returns the team of an invitation. The code stays unused. */
  readonly getTeamInvitationDetails: (code: SecretText) => Promise<Result<TeamInvitationDetails, VerificationCodeError>>
  /** Joins the team of an invitation. */
  readonly acceptTeamInvitation: (code: SecretText) => Promise<Result<void, VerificationCodeError>>
  /** Signs out, then goes to `redirectUrl` or the page `afterSignOut`, also when it rejects after a network failure. */
  readonly signOut: (options?: SignOutOptions) => Promise<void>

  /** Goes to a page, and resolves after the browser has had time to leave; at once with the redirect method `none`. */
  readonly redirectTo: (page: keyof HandlerUrls, options?: NavigateOptions) => Promise<void>
  /** Goes to the sign-in page. */
  readonly redirectToSignIn: Redirect
  /** Goes to the sign-up page. */
  readonly redirectToSignUp: Redirect
  /** Goes to the page that signs out. */
  readonly redirectToSignOut: Redirect
  /** Goes to the page after a sign-in. */
  readonly redirectToAfterSignIn: Redirect
  /** Goes to the page after a sign-up. */
  readonly redirectToAfterSignUp: Redirect
  /** Goes to the page after a sign-out. */
  readonly redirectToAfterSignOut: Redirect
  /** Goes to the page that verifies an email address. */
  readonly redirectToEmailVerification: Redirect
  /** Goes to the page that sets a new password. */
  readonly redirectToPasswordReset: Redirect
  /** Goes to the page that mails a link for a new password. */
  readonly redirectToForgotPassword: Redirect
  /** Goes to the start page of the application. */
  readonly redirectToHome: Redirect
  /** Goes to the page that ends a sign-in with a provider. */
  readonly redirectToOAuthCallback: Redirect
  /** Goes to the page that signs in with a magic link. */
  readonly redirectToMagicLinkCallback: Redirect
  /** Goes to the account settings. */
  readonly redirectToAccountSettings: Redirect
  /** Goes to the page of users who may not use the application yet. */
  readonly redirectToOnboarding: Redirect
  /** Goes to the page of an invitation. */
  readonly redirectToTeamInvitation: Redirect
  /** Goes to the error page. */
  readonly redirectToError: Redirect

  /** Calls the listener after each sign-in, sign-out and refresh. Returns a function that stops this. */
  readonly onSessionChange: (listener: () => void) => () => void
}

const codeErrors = [
  "VerificationCodeNotFound",
  "VerificationCodeExpired",
  "VerificationCodeAlreadyUsed",
  "VerificationCodeMaxAttemptsReached"
] as const

export const appMethods = ({ calls, changing, run, signOutOf, watch }: CallRunner<ClientCalls>): AppMethods => {
  const { asProjectOwner, navigation, projectId } = calls()

  const redirectAfter = (page: RedirectTarget, { noRedirect = false }: RedirectOption) =>
    noRedirect ? Effect.void : calls().navigation.redirect(page, { replace: true })

  const session = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => watch(changing(effect))

  const signingIn = <E>(signIn: Effect.Effect<NewSession, E>, options: RedirectOption): Effect.Effect<void, E> =>
    session(
      Effect.flatMap(signIn, ({ isNewUser }) => redirectAfter(isNewUser ? "afterSignUp" : "afterSignIn", options))
    )

  const redirectTo: AppMethods["redirectTo"] = (page, options) => run(calls().navigation.redirect(page, options))
  const to =
    (page: keyof HandlerUrls): Redirect =>
    (options) =>
      redirectTo(page, options)

  return {
    projectId,
    urls: navigation.urls,
    asProjectOwner,

    signInWithCredential: (input) =>
      toResult(session(Effect.andThen(calls().signInWithCredential(input), redirectAfter("afterSignIn", input))), [
        "EmailPasswordMismatch",
        "MultiFactorAuthenticationRequired"
      ]),
    signUpWithCredential: (input) =>
      toResult(session(Effect.andThen(calls().signUpWithCredential(input), redirectAfter("afterSignUp", input))), [
        "UserEmailAlreadyExists",
        ...passwordRequirements,
        ...signUpProofErrors
      ]),
    signUpAnonymously: () => toResult(session(calls().signUpAnonymously()), ["SignUpNotEnabled"]),
    signInOnCommandLine: ({ showUrl, signal, ...options }) =>
      toResult(
        untilAborted(
          session(
            calls().signInOnCommandLine({
              ...options,
              showUrl: (url, expiresAt) => Effect.promise(async () => showUrl(url, expiresAt))
            })
          ),
          signal
        ),
        ["CliAuthExpiredError", "CliAuthUsedError", "CommandLineSignInDenied"]
      ),
    sendMagicLinkEmail: (email, options) =>
      toResult(
        watch(
          Effect.map(calls().sendMagicLinkEmail(email, options), ({ nonce }) => ({ nonce: Redacted.value(nonce) }))
        ),
        ["RedirectUrlNotWhitelisted", ...signUpProofErrors]
      ),
    signInWithMagicLink: (code, options = {}) =>
      toResult(signingIn(calls().signInWithMagicLink(code), options), [
        ...codeErrors,
        "MultiFactorAuthenticationRequired"
      ]),
    signInWithPasskey: (options = {}) =>
      toResult(signingIn(calls().signInWithPasskey(options), options), [
        "PasskeyAuthenticationFailed",
        "PasskeyWebAuthnError",
        "MultiFactorAuthenticationRequired"
      ]),
    completeMultiFactor: (input) =>
      toResult(signingIn(calls().completeMultiFactor(input), input), [
        ...codeErrors,
        "InvalidTotpCode",
        "InvalidRecoveryCode"
      ]),
    signInWithOAuth: (provider, options) => run(calls().signInWithOAuth(provider, options)),
    callOAuthCallback: () => run(changing(Effect.map(calls().callOAuthCallback(), ({ signedIn }) => signedIn))),
    sendForgotPasswordEmail: (email, options) =>
      toResult(watch(Effect.asVoid(calls().sendForgotPasswordEmail(email, options))), ["RedirectUrlNotWhitelisted"]),
    verifyPasswordResetCode: (code) =>
      toResult(watch(Effect.asVoid(calls().verifyPasswordResetCode(code))), codeErrors),
    resetPassword: (input) => toResult(watch(calls().resetPassword(input)), [...codeErrors, ...passwordRequirements]),
    verifyEmail: (code) => toResult(watch(calls().verifyEmail(code)), codeErrors),
    verifyTeamInvitationCode: (code) =>
      toResult(watch(Effect.asVoid(calls().verifyTeamInvitationCode(code))), codeErrors),
    getTeamInvitationDetails: (code) => toResult(watch(calls().getTeamInvitationDetails(code)), codeErrors),
    acceptTeamInvitation: (code) => toResult(watch(calls().acceptTeamInvitation(code)), codeErrors),
    signOut: (options) => signOutOf(calls())(options),

    redirectTo,
    redirectToSignIn: to("signIn"),
    redirectToSignUp: to("signUp"),
    redirectToSignOut: to("signOut"),
    redirectToAfterSignIn: to("afterSignIn"),
    redirectToAfterSignUp: to("afterSignUp"),
    redirectToAfterSignOut: to("afterSignOut"),
    redirectToEmailVerification: to("emailVerification"),
    redirectToPasswordReset: to("passwordReset"),
    redirectToForgotPassword: to("forgotPassword"),
    redirectToHome: to("home"),
    redirectToOAuthCallback: to("oauthCallback"),
    redirectToMagicLinkCallback: to("magicLinkCallback"),
    redirectToAccountSettings: to("accountSettings"),
    redirectToOnboarding: to("onboarding"),
    redirectToTeamInvitation: to("teamInvitation"),
    redirectToError: to("error"),

    onSessionChange: (listener) => calls().onSessionChange(listener)
  }
}
