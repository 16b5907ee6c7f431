/**
 * The client tier as plain promises, for programs without Effect. No behaviour lives here: every method runs the effect
 * of the same name.
 *
 * @example
 * const app = createClientApp({ projectId, publishableClientKey, tokenStore: "cookie" })
 * const result = await app.signInWithCredential({ email, password })
 * if (result.status === "error") show(result.error.message)
 * const user = await app.getUser()
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import { UserNotSignedIn } from "../../core/errors/local-errors.ts"
import type { InvalidTotpCode, MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import type { PasskeyAuthenticationFailed, PasskeyWebAuthnError } from "../../core/errors/passkey.ts"
import type { EmailPasswordMismatch, PasswordRequirementsNotMet } from "../../core/errors/password.ts"
import type { RedirectUrlNotWhitelisted } from "../../core/errors/project.ts"
import type { UserEmailAlreadyExists } from "../../core/errors/user.ts"
import type { VerificationCodeError } from "../../core/errors/verification-code.ts"
import { OnWaiting, type Waiting } from "../../core/http/retry.ts"
import type { NavigateOptions } from "../../core/navigation/navigation.ts"
import type { HandlerUrls } from "../../core/navigation/handler-urls.ts"
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import type { Project } from "../../core/schema/project.ts"
import { type ClientCalls, type ClientOptions, make } from "../client.ts"
import type { ProjectOwnerSession } from "../project-owner.ts"
import type { TokenStoreOption } from "../token-store.ts"
import type { CallbackUrlOption } from "../calls/callback-url.ts"
import type { Credential, SignUpInput } from "../calls/sign-up.ts"
import type { MagicLinkCode } from "../calls/magic-link.ts"
import type { MultiFactorInput } from "../calls/multi-factor.ts"
import type { OAuthOptions } from "../calls/oauth.ts"
import type { NewSession } from "../calls/call-dependencies.ts"
import type { PasskeyOptions } from "../calls/passkey.ts"
import type { ResetPasswordInput } from "../calls/password-reset.ts"
import type { TeamInvitationDetails } from "../calls/invitation-codes.ts"
import type { SecretText } from "../calls/redacted.ts"
import { type AppCalls, registerApp } from "./app-binding.ts"
import { type CurrentUser, currentUser } from "./current-user.ts"
import { appsOf, type OwnedApps, type OwnedProjectOptions } from "./owned-projects.ts"
import { type Result, toResult } from "./result.ts"

export interface ClientAppOptions extends ClientOptions, OwnedProjectOptions {
  /** Is told whenever a call waits before it is tried again, and until when. */
  readonly onWaiting?: ((waiting: Waiting) => void) | undefined
}

export interface GetUserOptions {
  /** What happens when nobody is signed in. Default `return-null`. `redirect` goes to the sign-in page. */
  readonly or?: "redirect" | "throw" | "return-null"
  /** Whose session: another store than the app's. */
  readonly tokenStore?: TokenStoreOption
}

interface RedirectOption {
  /** Stay on this page. Default `false`. */
  readonly noRedirect?: boolean
}

const codeErrors = [
  "VerificationCodeNotFound",
  "VerificationCodeExpired",
  "VerificationCodeAlreadyUsed",
  "VerificationCodeMaxAttemptsReached"
] as const

/** What any tier's calls say about their user. */
interface SignedIn<Calls> extends Pick<ClientCalls, "getUser" | "navigation"> {
  readonly as: (userId: string) => Calls
  readonly withTokenStore: (store: TokenStoreOption) => Effect.Effect<Calls, ConfigurationError>
}

type UserOf<Calls extends Pick<ClientCalls, "getUser">> = Exclude<Effect.Success<Calls["getUser"]>, null>

type RedirectTarget = "afterSignIn" | "afterSignUp" | "afterSignOut"

/** Methods are bound to their app, so that they can be handed on: `onClick={app.signOut}`. */
export class ClientApp {
  readonly projectId: string
  readonly urls: HandlerUrls
  /** What the methods run. An app of another tier narrows the type: `declare protected readonly calls: ServerCalls`. */
  protected calls: ClientCalls
  /** What makes the apps of a user's projects. On a server they are at hand. */
  protected readonly ownedApps: OwnedApps
  readonly #onWaiting: ((waiting: Waiting) => void) | undefined
  #changing: AppCalls["changing"] = (effect) => effect

  /** Throws `ConfigurationError` when an option is missing or cannot be right. */
  constructor(options: ClientAppOptions) {
    this.calls = Effect.runSync(this.connect(options))
    this.#onWaiting = options.onWaiting
    this.ownedApps = appsOf(options)
    this.projectId = this.#client.projectId
    this.urls = this.#client.navigation.urls
    registerApp(this, {
      calls: this.calls,
      bind: ({ calls, changing }) => {
        this.calls = calls
        this.#changing = changing
      }
    })
  }

  /** Makes the calls, before any field is there. An app of another tier overrides it with those of its own. */
  protected connect(options: ClientAppOptions): Effect.Effect<ClientCalls, ConfigurationError> {
    return make(options)
  }

  /** How every method of every app runs its effect. */
  protected run<A, E>(effect: Effect.Effect<A, E>): Promise<A> {
    return this.#run(effect)
  }

  /** Asks for the signed-in user by any tier's calls, and makes an object of them. */
  protected findUser<Calls extends SignedIn<Calls>, User>(
    calls: Calls,
    { or, tokenStore }: GetUserOptions,
    toObject: (user: UserOf<Calls>, of: Calls) => User
  ): Promise<User | null> {
    return this.#run(
      Effect.gen(function* () {
        const of = tokenStore === undefined ? calls : yield* calls.withTokenStore(tokenStore)
        const user = (yield* of.getUser) as UserOf<Calls> | null
        // The object may be kept while somebody else signs in: it never acts as them.
        if (user !== null) return toObject(user, of.as(user.id))
        if (or === "throw") return yield* new UserNotSignedIn()
        if (or === "redirect") yield* of.navigation.redirect("signIn", { replace: true })
        return null
      })
    )
  }

  /** The method `signOut` of whoever's session the calls are for. */
  protected signOutOf(of: ClientCalls): (options?: { readonly redirectUrl?: string }) => Promise<void> {
    return this.#signOutOf(of)
  }

  get #client(): ClientCalls {
    return this.calls
  }

  /** For the option `projectOwnerSession` of an `AdminApp`, where this is the app of the internal project. */
  get asProjectOwner(): ProjectOwnerSession {
    return this.calls.asProjectOwner
  }

  readonly getUser = ((asked: GetUserOptions = {}) =>
    this.findUser(this.#client, asked, (user, of) =>
      currentUser(user, of, this.#signOutOf(of), this.#run, this.ownedApps)
    )) as {
    (options: GetUserOptions & { readonly or: "throw" }): Promise<CurrentUser>
    (options?: GetUserOptions): Promise<CurrentUser | null>
  }

  readonly getProject = (): Promise<Project> => this.#run(this.#client.getProject)

  /** Then goes to the page `afterSignIn`. */
  readonly signInWithCredential = (
    input: Credential & RedirectOption
  ): Promise<Result<void, EmailPasswordMismatch | MultiFactorAuthenticationRequired>> =>
    toResult(
      this.#session(Effect.andThen(this.#client.signInWithCredential(input), this.#then("afterSignIn", input))),
      ["EmailPasswordMismatch", "MultiFactorAuthenticationRequired"]
    )

  /** Then goes to the page `afterSignUp`. */
  readonly signUpWithCredential = (
    input: SignUpInput & RedirectOption
  ): Promise<Result<void, UserEmailAlreadyExists | PasswordRequirementsNotMet>> =>
    toResult(
      this.#session(Effect.andThen(this.#client.signUpWithCredential(input), this.#then("afterSignUp", input))),
      ["UserEmailAlreadyExists", "PasswordTooShort", "PasswordTooLong"]
    )

  /** Mails a link and a code. The nonce completes the six characters of the mail. */
  readonly sendMagicLinkEmail = (
    email: string,
    options?: CallbackUrlOption
  ): Promise<Result<{ readonly nonce: string }, RedirectUrlNotWhitelisted>> =>
    toResult(
      this.#watched(
        Effect.map(this.#client.sendMagicLinkEmail(email, options), ({ nonce }) => ({
          nonce: Redacted.value(nonce)
        }))
      ),
      ["RedirectUrlNotWhitelisted"]
    )

  /**
   * Takes the code of the link, or `{ otp, nonce }`: the six typed characters and the nonce. Then goes to `afterSignUp`
   * with a new user, else to `afterSignIn`.
   */
  readonly signInWithMagicLink = (
    code: MagicLinkCode,
    options: RedirectOption = {}
  ): Promise<Result<void, VerificationCodeError | MultiFactorAuthenticationRequired>> =>
    toResult(this.#signingIn(this.#client.signInWithMagicLink(code), options), [
      ...codeErrors,
      "MultiFactorAuthenticationRequired"
    ])

  /** Then goes to the page `afterSignIn`. */
  readonly signInWithPasskey = (
    options: PasskeyOptions & RedirectOption = {}
  ): Promise<Result<void, PasskeyAuthenticationFailed | PasskeyWebAuthnError | MultiFactorAuthenticationRequired>> =>
    toResult(this.#signingIn(this.#client.signInWithPasskey(options), options), [
      "PasskeyAuthenticationFailed",
      "PasskeyWebAuthnError",
      "MultiFactorAuthenticationRequired"
    ])

  /** Finishes a sign-in that came back with `MultiFactorAuthenticationRequired`, and goes on as that would have. */
  readonly completeMultiFactor = (
    input: MultiFactorInput & RedirectOption
  ): Promise<Result<void, InvalidTotpCode | VerificationCodeError>> =>
    toResult(this.#signingIn(this.#client.completeMultiFactor(input), input), [...codeErrors, "InvalidTotpCode"])

  /** Leaves for the provider: the promise never resolves. Rejects when that is not possible. */
  readonly signInWithOAuth = (provider: OAuthProviderId, options?: OAuthOptions): Promise<never> =>
    this.#run(this.#client.signInWithOAuth(provider, options))

  /**
   * On the page `oauthCallback`: finishes signing in and goes on. `false` when the address holds no answer to this browser.
   * Rejects with what went wrong, also with `MultiFactorAuthenticationRequired`, for which see `completeMultiFactor`.
   */
  readonly callOAuthCallback = (): Promise<boolean> =>
    this.#run(this.#changing(Effect.map(this.#client.callOAuthCallback(), ({ signedIn }) => signedIn)))

  readonly sendForgotPasswordEmail = (
    email: string,
    options?: CallbackUrlOption
  ): Promise<Result<void, RedirectUrlNotWhitelisted>> =>
    toResult(this.#watched(this.#client.sendForgotPasswordEmail(email, options)), ["RedirectUrlNotWhitelisted"])

  /** Whether the code of a mail is still good; that does not use it up. */
  readonly verifyPasswordResetCode = (code: string): Promise<Result<void, VerificationCodeError>> =>
    toResult(this.#watched(this.#client.verifyPasswordResetCode(code)), codeErrors)

  readonly resetPassword = (
    input: ResetPasswordInput
  ): Promise<Result<void, VerificationCodeError | PasswordRequirementsNotMet>> =>
    toResult(this.#watched(this.#client.resetPassword(input)), [...codeErrors, "PasswordTooShort", "PasswordTooLong"])

  readonly verifyEmail = (code: string): Promise<Result<void, VerificationCodeError>> =>
    toResult(this.#watched(this.#client.verifyEmail(code)), codeErrors)

  /** Is the code of an invitation good? Leaves it unused. */
  readonly verifyTeamInvitationCode = (code: SecretText): Promise<Result<void, VerificationCodeError>> =>
    toResult(this.#watched(this.#client.verifyTeamInvitationCode(code)), codeErrors)

  /** Which team an invitation leads into. Leaves the code unused. */
  readonly getTeamInvitationDetails = (
    code: SecretText
  ): Promise<Result<TeamInvitationDetails, VerificationCodeError>> =>
    toResult(this.#watched(this.#client.getTeamInvitationDetails(code)), codeErrors)

  /** Joins the team that the invitation leads into. */
  readonly acceptTeamInvitation = (code: SecretText): Promise<Result<void, VerificationCodeError>> =>
    toResult(this.#watched(this.#client.acceptTeamInvitation(code)), codeErrors)

  /** Then goes to `redirectUrl`, or the page `afterSignOut`, also when it rejects because the service is unreachable. */
  readonly signOut = (options?: { readonly redirectUrl?: string }): Promise<void> =>
    this.#signOutOf(this.#client)(options)

  /** Goes to one of the pages, and resolves when that has had its time to come; at once with the redirect method `none`. */
  readonly redirectTo = (page: keyof HandlerUrls, options?: NavigateOptions): Promise<void> =>
    this.#run(this.#client.navigation.redirect(page, options))

  readonly redirectToSignIn = (options?: NavigateOptions): Promise<void> => this.redirectTo("signIn", options)
  readonly redirectToSignUp = (options?: NavigateOptions): Promise<void> => this.redirectTo("signUp", options)
  readonly redirectToSignOut = (options?: NavigateOptions): Promise<void> => this.redirectTo("signOut", options)
  readonly redirectToAfterSignIn = (options?: NavigateOptions): Promise<void> => this.redirectTo("afterSignIn", options)
  readonly redirectToAfterSignUp = (options?: NavigateOptions): Promise<void> => this.redirectTo("afterSignUp", options)
  readonly redirectToAfterSignOut = (options?: NavigateOptions): Promise<void> =>
    this.redirectTo("afterSignOut", options)
  readonly redirectToEmailVerification = (options?: NavigateOptions): Promise<void> =>
    this.redirectTo("emailVerification", options)
  readonly redirectToPasswordReset = (options?: NavigateOptions): Promise<void> =>
    this.redirectTo("passwordReset", options)
  readonly redirectToForgotPassword = (options?: NavigateOptions): Promise<void> =>
    this.redirectTo("forgotPassword", options)
  readonly redirectToHome = (options?: NavigateOptions): Promise<void> => this.redirectTo("home", options)
  readonly redirectToOAuthCallback = (options?: NavigateOptions): Promise<void> =>
    this.redirectTo("oauthCallback", options)
  readonly redirectToMagicLinkCallback = (options?: NavigateOptions): Promise<void> =>
    this.redirectTo("magicLinkCallback", options)
  readonly redirectToAccountSettings = (options?: NavigateOptions): Promise<void> =>
    this.redirectTo("accountSettings", options)
  readonly redirectToTeamInvitation = (options?: NavigateOptions): Promise<void> =>
    this.redirectTo("teamInvitation", options)
  readonly redirectToError = (options?: NavigateOptions): Promise<void> => this.redirectTo("error", options)

  /** Calls the listener after each sign-in, sign-out and refresh; gives back how to stop that. */
  readonly onSessionChange = (listener: () => void): (() => void) => this.#client.onSessionChange(listener)

  readonly #watched = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => {
    const onWaiting = this.#onWaiting
    return onWaiting === undefined
      ? effect
      : Effect.provideService(effect, OnWaiting, (waiting) => Effect.sync(() => onWaiting(waiting)))
  }

  readonly #session = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => this.#watched(this.#changing(effect))

  readonly #run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => Effect.runPromise(this.#watched(effect))

  readonly #then = (page: RedirectTarget, { noRedirect = false }: RedirectOption) =>
    noRedirect ? Effect.void : this.#client.navigation.redirect(page, { replace: true })

  readonly #signingIn = <E>(signIn: Effect.Effect<NewSession, E>, options: RedirectOption): Effect.Effect<void, E> =>
    this.#session(
      Effect.flatMap(signIn, ({ isNewUser }) => this.#then(isNewUser ? "afterSignUp" : "afterSignIn", options))
    )

  readonly #signOutOf =
    (of: ClientCalls) =>
    ({ redirectUrl }: { readonly redirectUrl?: string } = {}) =>
      this.#run(
        this.#changing(
          Effect.ensuring(
            of.signOut,
            redirectUrl === undefined ? of.navigation.goTo("afterSignOut") : of.navigation.goToUrl(redirectUrl)
          ),
          { leaves: true }
        )
      )
}

/** Makes the app. Throws `ConfigurationError` when an option is missing or cannot be right. */
export const createClientApp = (options: ClientAppOptions): ClientApp => new ClientApp(options)
