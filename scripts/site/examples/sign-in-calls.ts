// Examples of the calls that begin and end a session. A line `// example: CALL …` begins the example of the calls. The
// pages of the server and the admin tier show them with their own tier.

import * as Admin from "keystile/admin"
import * as Client from "keystile/client"
import { Console, Duration, Effect, Redacted } from "effect"

// example: signInWithCredential
export const signIn = (email: string, password: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    yield* client.signInWithCredential({ email, password: Redacted.make(password) })
    return "Signed in."
  }).pipe(
    Effect.catchTags({
      EmailPasswordMismatch: () => Effect.succeed("The email or the password is wrong."),
      MultiFactorAuthenticationRequired: () => Effect.succeed("Enter the code of your authenticator app.")
    })
  )

// example: completeMultiFactor
export const secondFactor = (attemptCode: Redacted.Redacted<string>, totp: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    // `attemptCode` is a field of the error `MultiFactorAuthenticationRequired`.
    yield* client.completeMultiFactor({ attemptCode, totp })
  }).pipe(Effect.catchTag("InvalidTotpCode", () => Console.log("Wait for the next code, and try again.")))

// example: signUpWithCredential
export const signUp = (email: string, password: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    yield* client.signUpWithCredential({ email, password: Redacted.make(password) })
    return "Signed in."
  }).pipe(
    Effect.catchTags({
      UserEmailAlreadyExists: () => Effect.succeed("There is an account with this email."),
      PasswordTooShort: ({ message }) => Effect.succeed(message)
    })
  )

// example: makeSignUpProof
export const signUpWithProof = (email: string, password: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    // Made while the user fills in the form. It is null if the project requires none.
    const made = yield* client.makeSignUpProof()
    yield* client.signUpWithCredential({ email, password, ...(made !== null && { proof: made.proof }) })
  })

// example: signUpAnonymously getUserOrAnonymous
export const startWithoutAccount = Effect.gen(function* () {
  const client = yield* Client.Client
  // Signs a visitor up without an email, once. `signUpAnonymously` does only that.
  const user = yield* client.getUserOrAnonymous
  return user.isAnonymous ? "Your cart is kept on this device." : `Hello ${user.displayName}.`
})

// example: signOut
export const signOut = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.signOut
})

// example: tokens
export const ownBackend = Effect.gen(function* () {
  const client = yield* Client.Client
  const { accessToken } = yield* client.tokens
  if (accessToken === null) return null
  const headers = { authorization: `Bearer ${Redacted.value(accessToken)}` }
  return yield* Effect.promise(() => fetch("/api/orders", { headers }))
})

// example: stored
export const hasSession = Effect.gen(function* () {
  const client = yield* Client.Client
  // What the token store contains, without a request. The service may have ended the session.
  const { refreshToken } = yield* client.stored
  return refreshToken !== null
})

// example: onSessionChange
export const logSessions = Effect.gen(function* () {
  const client = yield* Client.Client
  const stop = client.onSessionChange(() => console.log("Signed in, signed out, or refreshed"))
  yield* Effect.addFinalizer(() => Effect.sync(stop))
})

// example: getUser getSessionUser
export const greeting = Effect.gen(function* () {
  const client = yield* Client.Client
  // `getUser` asks the service for the latest fields. `getSessionUser` has those of the access token where they
  // suffice.
  const user = yield* client.getUser
  return user === null ? "Not signed in" : `Hello ${user.displayName ?? user.primaryEmail}`
})

// example: withTokenStore
export const ofTokens = (accessToken: string, refreshToken: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    const other = yield* client.withTokenStore({ accessToken, refreshToken })
    return yield* other.getUser
  })

// example: as
export const saveDraft = (userId: string, draft: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    // Fails with `SessionChanged` if another user has signed in since the draft was begun.
    yield* client.as(userId).updateUser({ clientMetadata: { draft } })
  })

// example: projectId getProject
export const methods = Effect.gen(function* () {
  const client = yield* Client.Client
  const { config, displayName } = yield* client.getProject
  yield* Console.log(`${displayName} (${client.projectId}) has passwords: ${config.credentialEnabled}`)
})

// example: asProjectOwner
export const settingsOf = (projectId: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    // Signed in to the project `internal`, whose users own projects and need no key for them.
    const project = yield* Admin.make({ projectId, projectOwnerSession: client.asProjectOwner, tokenStore: null })
    return (yield* project.getProject).config
  })

// example: sendMagicLinkEmail signInWithMagicLink
export const signInByMail = (email: string, readCode: Effect.Effect<string>) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    const { nonce } = yield* client.sendMagicLinkEmail(email)
    // The mail has a link with a code, and six characters to type on this device.
    const { isNewUser } = yield* client.signInWithMagicLink({ otp: yield* readCode, nonce })
    return isNewUser ? "Welcome." : "Welcome back."
  })

// example: signInWithOAuth
export const signInAtGitHub = Effect.gen(function* () {
  const client = yield* Client.Client
  // Leaves the page. The provider leads to `urls.oauthCallback`, where `callOAuthCallback` completes it.
  return yield* client.signInWithOAuth("github", { afterCallbackUrl: "/notes" })
})

// example: callOAuthCallback
export const oauthCallback = Effect.gen(function* () {
  const client = yield* Client.Client
  const result = yield* client.callOAuthCallback({ noRedirect: true })
  return result.signedIn ? (result.afterCallbackUrl ?? "/") : "/handler/sign-in"
})

// example: readErrorPage
export const reasonOfErrorPage = Effect.gen(function* () {
  const client = yield* Client.Client
  const error = yield* client.readErrorPage
  return error === null ? "Something went wrong." : error.message
})

// example: linkOAuthAccount
export const addGitHub = Effect.gen(function* () {
  const client = yield* Client.Client
  // Leaves the page. Afterwards the user can sign in at GitHub, too.
  return yield* client.linkOAuthAccount("github", { afterCallbackUrl: "/handler/account-settings" })
})

// example: signInWithPasskey
export const signInWithPasskey = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.signInWithPasskey()
  return "Signed in."
}).pipe(Effect.catchTag("PasskeyWebAuthnError", ({ message }) => Effect.succeed(message)))

// example: registerPasskey
export const registerPasskey = Effect.gen(function* () {
  const client = yield* Client.Client
  // `add` keeps the user's other passkeys.
  yield* client.registerPasskey({ add: true, name: "Laptop" })
})

// example: sendForgotPasswordEmail
export const forgotPassword = (email: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    yield* client.sendForgotPasswordEmail(email)
    return "If there is an account, a mail is on its way."
  })

// example: verifyPasswordResetCode resetPassword
export const resetPassword = (code: string, password: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    // Checks the code of the link when the page opens, before the user types a password.
    yield* client.verifyPasswordResetCode(code)
    yield* client.resetPassword({ code, password: Redacted.make(password) })
  }).pipe(Effect.catchTag("VerificationCodeExpired", () => Console.log("The link has expired. Request another.")))

// example: verifyEmail
export const verifyEmail = (code: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    yield* client.verifyEmail(code)
    return "Your email is verified."
  }).pipe(Effect.catchTag("VerificationCodeAlreadyUsed", () => Effect.succeed("Your email is verified already.")))

// example: signInOnCommandLine
export const signInOnCommandLine = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.signInOnCommandLine({
    appUrl: "https://app.example.com",
    expiresInMillis: Duration.toMillis("10 minutes"),
    showUrl: (url) => Console.log(`To sign in, open ${url}`)
  })
})

// example: getCommandLineSignIn approveCommandLineSignIn denyCommandLineSignIn
export const confirmCommandLine = (loginCode: string, confirm: (device: string) => boolean) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    const { requestedFrom } = yield* client.getCommandLineSignIn(loginCode)
    yield* confirm(requestedFrom?.address ?? "an unknown address")
      ? client.approveCommandLineSignIn(loginCode)
      : client.denyCommandLineSignIn(loginCode)
  })

// example: continueCommandLineSession
export const continueInBrowser = (loginCode: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    // The anonymous session of the command continues here, so that signing up keeps what it has made.
    yield* client.continueCommandLineSession(loginCode)
  })

// example: startImpersonation
export const viewAsUser = (userId: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    // Leaves the page. The dashboard asks for the reason, and leads back.
    return yield* client.startImpersonation(userId)
  })

// example: navigation.urls navigation.urlOf
export const signInLink = Effect.gen(function* () {
  const { navigation } = yield* Client.Client
  // `urls` has the addresses alone. `urlOf` adds the return URL.
  return yield* navigation.urlOf("signIn")
})

// example: navigation.goTo navigation.goToUrl navigation.redirect
export const requireUser = Effect.gen(function* () {
  const { getUser, navigation } = yield* Client.Client
  const user = yield* getUser
  if (user === null) yield* navigation.redirect("signIn", { replace: true })
  return user
})

// example: navigation.current navigation.method
export const currentPath = Effect.gen(function* () {
  const { navigation } = yield* Client.Client
  // Without a page, as on a server, there is no URL and `method` is "none".
  const url = yield* navigation.current
  return url === null ? null : url.pathname
})

// example: navigation.callbackUrlOf
export const resetUrl = Effect.gen(function* () {
  const { navigation, sendForgotPasswordEmail } = yield* Client.Client
  const callbackUrl = (yield* navigation.callbackUrlOf("passwordReset")) ?? "https://app.example.com/reset"
  yield* sendForgotPasswordEmail("ada@example.com", { callbackUrl })
})
