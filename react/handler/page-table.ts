/**
 * The pages of `<Handler />`: the one table that routes, titles, skeletons and `componentProps` derive from. A page's
 * id is in `handlerPages` of `core/navigation/handler-urls.ts`, which also gives its default path.
 */
import type { ComponentProps, FunctionComponent } from "react"
import type { HandlerPage } from "../../core/navigation/handler-urls.ts"
import { preloadProviderLogos } from "../components/provider-logos.ts"
import type { FormSkeletonProps } from "../components/form-skeleton.tsx"
import type { MessagesOf } from "../messages/english.ts"
import type { forms } from "../messages/english/forms.ts"
import type { menus } from "../messages/english/menus.ts"
import type { pages } from "../messages/english/pages.ts"
import { lazyComponent } from "../runtime/lazy-component.ts"
import { linkSkeleton } from "../screens/frame/link-skeleton.ts"
import type { LinkCodeParameter } from "../screens/frame/take-link-code.ts"
import { OAuthCallback } from "../screens/oauth/oauth-callback.tsx"

type Texts = MessagesOf<typeof forms & typeof pages & typeof menus>

/** Keys of the texts without placeholders, which can be a title. */
type TitleKey = { readonly [Key in keyof Texts]: Texts[Key] extends string ? Key : never }[keyof Texts]

interface PageEntry {
  /** Name of the component, which is its key in `componentProps`. */
  readonly name: string
  readonly Component: FunctionComponent<PageProps>
  /** The text of `document.title`. */
  readonly title: TitleKey
  /** Props of the skeleton that is shown while the component loads. */
  readonly skeleton: FormSkeletonProps
  /** The skeleton has the layout of the last visit. */
  readonly authType?: "sign-in" | "sign-up"
  /** The page has no card: its skeleton is that of the account settings, and the link to the home page is above it. */
  readonly isSettings?: true
  /** A link below the card leads to the home page. */
  readonly hasBackLink?: true
  /** Other path segments that redirect to the page, in lower case and without dashes. */
  readonly aliases?: ReadonlyArray<string>
  /** The parameter of the code with which a mail or a command line leads to the page. */
  readonly linkCode?: LinkCodeParameter
  /** Shows the project's sign-in methods, which are requested while the page's code is loaded. */
  readonly showsProject?: true
  /** Always shown by the handler, also if its URL is configured to be another page. */
  readonly isAlwaysShown?: true
}

/** Props that the handler passes to every page. */
interface PageProps {
  readonly fullPage?: boolean | undefined
  readonly automaticRedirect?: boolean | undefined
}

/** With the logos, so that the form appears with them. */
const signPages = () =>
  Promise.all([import("../screens/sign-in/sign-pages.ts"), preloadProviderLogos()]).then(([pages]) => pages)
const messagePages = () => import("../screens/message-pages.ts")
const accountPages = () => import("../account/account-pages.ts")

const messageSkeleton = { icon: true, fields: 0, buttons: 2, footer: false }

export const pageTable = {
  signIn: {
    name: "SignIn",
    ...lazyComponent("SignIn", () => signPages().then(({ SignIn }) => SignIn)),
    title: "signInTitleUnnamed",
    skeleton: { fields: 2 },
    authType: "sign-in",
    hasBackLink: true,
    showsProject: true,
    aliases: ["login"]
  },
  signUp: {
    name: "SignUp",
    ...lazyComponent("SignUp", () => signPages().then(({ SignUp }) => SignUp)),
    title: "signUpTitleUnnamed",
    skeleton: { fields: 3 },
    authType: "sign-up",
    hasBackLink: true,
    showsProject: true,
    aliases: ["register"]
  },
  signOut: {
    name: "SignOut",
    ...lazyComponent("SignOut", () => messagePages().then(({ SignOut }) => SignOut)),
    title: "signOut",
    skeleton: messageSkeleton,
    aliases: ["logout"]
  },
  emailVerification: {
    name: "EmailVerification",
    ...lazyComponent("EmailVerification", () => messagePages().then(({ EmailVerification }) => EmailVerification)),
    title: "verifyTitle",
    skeleton: linkSkeleton,
    linkCode: "code"
  },
  passwordReset: {
    name: "PasswordReset",
    ...lazyComponent("PasswordReset", () => messagePages().then(({ PasswordReset }) => PasswordReset)),
    title: "resetTitle",
    skeleton: { icon: true, fields: 2, footer: false },
    linkCode: "code"
  },
  forgotPassword: {
    name: "ForgotPassword",
    ...lazyComponent("ForgotPassword", () => messagePages().then(({ ForgotPassword }) => ForgotPassword)),
    title: "forgotTitle",
    skeleton: { icon: true, fields: 1 },
    hasBackLink: true
  },
  oauthCallback: {
    name: "OAuthCallback",
    // Not lazy: it reads the authorization code from the URL before anything else is loaded.
    Component: OAuthCallback,
    title: "redirecting",
    skeleton: messageSkeleton
  },
  magicLinkCallback: {
    name: "MagicLinkCallback",
    ...lazyComponent("MagicLinkCallback", () => messagePages().then(({ MagicLinkCallback }) => MagicLinkCallback)),
    title: "magicLinkTitle",
    skeleton: linkSkeleton,
    linkCode: "code"
  },
  accountSettings: {
    name: "AccountSettings",
    ...lazyComponent("AccountSettings", () => accountPages().then(({ AccountSettings }) => AccountSettings)),
    title: "accountSettings",
    skeleton: messageSkeleton,
    isSettings: true,
    isAlwaysShown: true
  },
  onboarding: {
    name: "Onboarding",
    ...lazyComponent("Onboarding", () => messagePages().then(({ Onboarding }) => Onboarding)),
    title: "verifyTitle",
    skeleton: messageSkeleton
  },
  teamInvitation: {
    name: "TeamInvitation",
    ...lazyComponent("TeamInvitation", () => messagePages().then(({ TeamInvitation }) => TeamInvitation)),
    title: "invitationTitle",
    skeleton: linkSkeleton,
    linkCode: "code"
  },
  cliAuthConfirm: {
    name: "CommandLineConfirmation",
    ...lazyComponent("CommandLineConfirmation", () =>
      messagePages().then(({ CommandLineConfirmation }) => CommandLineConfirmation)
    ),
    title: "cliTitle",
    skeleton: linkSkeleton,
    linkCode: "login_code"
  },
  impersonation: {
    name: "ImpersonationPage",
    ...lazyComponent("ImpersonationPage", () => messagePages().then(({ ImpersonationPage }) => ImpersonationPage)),
    title: "redirecting",
    skeleton: messageSkeleton
  },
  error: {
    name: "ErrorPage",
    ...lazyComponent("ErrorPage", () => messagePages().then(({ ErrorPage }) => ErrorPage)),
    title: "signInFailed",
    skeleton: messageSkeleton,
    isAlwaysShown: true
  }
} as const satisfies Readonly<Record<HandlerPage, PageEntry>>

/** Returns the entry of a page, without the type of its component. */
export const pageOf = (page: HandlerPage): PageEntry => pageTable[page]

type Table = typeof pageTable

/** Props of the handler's pages, by the name of their component. */
export type PageComponentProps = {
  readonly [Page in HandlerPage as Table[Page]["name"]]: ComponentProps<Table[Page]["Component"]>
}
