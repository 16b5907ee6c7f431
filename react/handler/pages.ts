/** The pages of the handler, each of which is loaded when it is first shown. */
import * as Effect from "effect/Effect"
import { type ComponentType, lazy, type LazyExoticComponent } from "react"
import { later } from "../../tiers/later.ts"
import type { AccountSettingsProps } from "../account/account-settings.tsx"
import type { EmailVerificationProps } from "../screens/email-verification.tsx"
import type { ErrorPageProps } from "../screens/error-page.tsx"
import type { ForgotPasswordProps } from "../screens/password/forgot-password.tsx"
import type { MagicLinkCallbackProps } from "../screens/magic-link/magic-link-callback.tsx"
import type { OAuthCallbackProps } from "../screens/oauth/oauth-callback.tsx"
import type { PasswordResetProps } from "../screens/password/password-reset.tsx"
import type { SignInProps } from "../screens/sign-in/sign-in.tsx"
import type { SignOutProps } from "../screens/sign-out.tsx"
import type { SignUpProps } from "../screens/sign-in/sign-up.tsx"
import type { TeamInvitationProps } from "../screens/team-invitation/team-invitation.tsx"
import type { HandlerPage } from "./routes.ts"

/** Props of the pages, by the name of their component. */
export interface PageComponentProps {
  readonly SignIn: SignInProps
  readonly SignUp: SignUpProps
  readonly SignOut: SignOutProps
  readonly EmailVerification: EmailVerificationProps
  readonly PasswordReset: PasswordResetProps
  readonly ForgotPassword: ForgotPasswordProps
  readonly OAuthCallback: OAuthCallbackProps
  readonly MagicLinkCallback: MagicLinkCallbackProps
  readonly AccountSettings: AccountSettingsProps
  readonly TeamInvitation: TeamInvitationProps
  readonly ErrorPage: ErrorPageProps
}

/** What the handler knows of a page before it is loaded. */
export interface PageFacts {
  /** The name of its component. */
  readonly name: keyof PageComponentProps
  /** The shape that is shown while it loads: fields of its form, buttons of a message, whether there is a way out. */
  readonly shape: { readonly fields: number; readonly buttons?: number; readonly footer: boolean }
}

const message = { fields: 0, buttons: 2, footer: false }

export const pageFacts: { readonly [Page in Exclude<HandlerPage, "oauthCallback">]: PageFacts } = {
  signIn: { name: "SignIn", shape: { fields: 2, footer: true } },
  signUp: { name: "SignUp", shape: { fields: 3, footer: true } },
  signOut: { name: "SignOut", shape: message },
  emailVerification: { name: "EmailVerification", shape: message },
  passwordReset: { name: "PasswordReset", shape: { fields: 2, footer: false } },
  forgotPassword: { name: "ForgotPassword", shape: { fields: 1, footer: true } },
  magicLinkCallback: { name: "MagicLinkCallback", shape: message },
  accountSettings: { name: "AccountSettings", shape: message },
  teamInvitation: { name: "TeamInvitation", shape: message },
  error: { name: "ErrorPage", shape: message }
}

/** What the handler gives to any page. */
export interface AnyPageProps {
  readonly fullPage?: boolean | undefined
  readonly automaticRedirect?: boolean | undefined
}

type AnyPage = ComponentType<AnyPageProps>

/** A page's component. What could not be loaded, for want of a connection, is loaded anew when it is shown again. */
const lazyPage = (load: () => Promise<AnyPage>): (() => LazyExoticComponent<AnyPage>) => {
  const module = later(load)
  let made: LazyExoticComponent<AnyPage> | undefined
  return () =>
    (made ??= lazy(() =>
      Effect.runPromise(module).then(
        (page) => ({ default: page }),
        (error) => {
          made = undefined
          throw error
        }
      )
    ))
}

const signPages = () => import("../screens/sign-in/sign-pages.ts")
const messagePages = () => import("../screens/message-pages.ts")

const components: { readonly [Page in keyof typeof pageFacts]: () => LazyExoticComponent<AnyPage> } = {
  signIn: lazyPage(() => signPages().then(({ SignIn }) => SignIn)),
  signUp: lazyPage(() => signPages().then(({ SignUp }) => SignUp)),
  signOut: lazyPage(() => messagePages().then(({ SignOut }) => SignOut)),
  emailVerification: lazyPage(() => messagePages().then(({ EmailVerification }) => EmailVerification)),
  passwordReset: lazyPage(() => messagePages().then(({ PasswordReset }) => PasswordReset)),
  forgotPassword: lazyPage(() => messagePages().then(({ ForgotPassword }) => ForgotPassword)),
  magicLinkCallback: lazyPage(() => messagePages().then(({ MagicLinkCallback }) => MagicLinkCallback)),
  accountSettings: lazyPage(() => import("../account/account-pages.ts").then(({ AccountSettings }) => AccountSettings)),
  teamInvitation: lazyPage(() => messagePages().then(({ TeamInvitation }) => TeamInvitation)),
  error: lazyPage(() => messagePages().then(({ ErrorPage }) => ErrorPage))
}

/** The component of a page. */
export const pageComponent = (page: keyof typeof pageFacts): LazyExoticComponent<AnyPage> => components[page]()
