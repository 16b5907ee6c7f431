// Examples of the components in the reference. A line `// example: NAME …` begins the example of the names.

import * as Keystile from "keystile/react"
import { SignUp } from "keystile/react/parts"
import { Effect } from "effect"
import { KeystileDevtools } from "keystile/devtools"
import { type ReactNode, useState } from "react"

// example: SignIn
export const SignInPage = () => <Keystile.SignIn fullPage />

// example: SignUp
export const SignUpPage = () => <Keystile.SignUp fullPage />

// example: AuthPage
export const Entrance = () => <Keystile.AuthPage type="sign-up" fullPage />

// example: AccountSettings
export const SettingsPage = () => <Keystile.AccountSettings fullPage />

// example: SelectedTeamSwitcher
export const Sidebar = () => (
  <nav>
    <Keystile.SelectedTeamSwitcher />
  </nav>
)

// example: UserAvatar
export const Avatar = () => {
  const user = Keystile.useUser()
  return <Keystile.UserAvatar user={user} size={32} />
}

// example: CredentialSignIn MagicLinkSignIn Separator
export const TwoMethods = () => (
  <Keystile.Card title="Welcome back">
    <Keystile.CredentialSignIn />
    <Keystile.Separator />
    <Keystile.MagicLinkSignIn />
  </Keystile.Card>
)

// example: CredentialSignUp
export const NewAccount = () => (
  <Keystile.Card title="Create an account">
    <Keystile.CredentialSignUp />
  </Keystile.Card>
)

// example: PasskeyButton
export const WithPasskey = () => (
  <Keystile.Card title="Welcome back">
    <Keystile.PasskeyButton />
  </Keystile.Card>
)

// example: ProviderButtons
export const Providers = ({ start }: { readonly start: (provider: string) => void }) => (
  <Keystile.ProviderButtons providers={["google", "github"]} onSelect={start} />
)

// example: ProviderButton
export const WithGitHub = ({ start }: { readonly start: () => void }) => (
  <Keystile.ProviderButton provider="github" onClick={start} />
)

// example: PasswordField PasswordStrength
export const NewPassword = () => {
  const [password, setPassword] = useState("")
  return (
    <>
      <Keystile.PasswordField
        autoComplete="new-password"
        label="New password"
        onChange={(event) => setPassword(event.target.value)}
        value={password}
      />
      <Keystile.PasswordStrength password={password} />
    </>
  )
}

// example: CodeField
export const Code = () => {
  const [code, setCode] = useState("")
  return (
    <>
      <Keystile.CodeField label="Code" onChange={setCode} />
      <p>{code.length} of 6 characters</p>
    </>
  )
}

// example: Card LinkButton
export const Welcome = () => (
  <Keystile.Card title="Welcome">
    <Keystile.LinkButton onClick={() => location.assign("/tour")}>Take the tour</Keystile.LinkButton>
  </Keystile.Card>
)

// example: FormSkeleton
export const Loading = () => <Keystile.FormSkeleton fields={2} />

// example: FailureCard
export const Failed = ({ error, retry }: { readonly error: unknown; readonly retry: () => void }) => (
  <Keystile.FailureCard error={error} retry={retry} />
)

// example: MessageCard
export const Done = () => <Keystile.MessageCard title="Your mail is on its way" />

// example: SignedInCard
export const AlreadySignedIn = () => (
  <Keystile.SignedIn>
    <Keystile.SignedInCard />
  </Keystile.SignedIn>
)

// example: SignedOutCard
export const Bye = () => <Keystile.SignedOutCard />

// example: SignUpDisabledCard
export const Closed = () => {
  const project = Keystile.useProject()
  return project.config.signUpEnabled ? <Keystile.SignUp /> : <Keystile.SignUpDisabledCard />
}

// example: EmailVerification
export const VerifyPage = () => <Keystile.EmailVerification fullPage />

// example: PasswordReset
export const ResetPage = () => <Keystile.PasswordReset fullPage />

// example: MagicLinkCallback
export const MagicLinkPage = () => <Keystile.MagicLinkCallback fullPage />

// example: TeamInvitation
export const InvitationPage = () => <Keystile.TeamInvitation fullPage />

// example: CommandLineConfirmation
export const ConfirmationPage = () => <Keystile.CommandLineConfirmation fullPage />

// example: Onboarding
export const OnboardingPage = () => <Keystile.Onboarding fullPage />

// example: ErrorPage
export const ProblemPage = () => <Keystile.ErrorPage fullPage />

// example: ErrorCard
export const Refused = () => (
  <Keystile.ErrorCard error={{ code: "USER_EMAIL_ALREADY_EXISTS", message: "The address has an account." }} />
)

// example: LinkCard
export const Expired = () => <Keystile.LinkCard of="passwordReset" problem="expired" />

// example: FrameGuard
export const Guarded = () => (
  <Keystile.FrameGuard>
    <Keystile.SignIn />
  </Keystile.FrameGuard>
)

// example: Scope
export const OwnPage = () => (
  <Keystile.Scope>
    <Keystile.Button>In the look of the screens</Keystile.Button>
  </Keystile.Scope>
)

// example: Tabs
export const Methods = () => (
  <Keystile.Tabs
    label="Methods"
    tabs={[
      { id: "password", label: "Password", content: <Keystile.CredentialSignIn /> },
      { id: "mail", label: "Mail", content: <Keystile.MagicLinkSignIn /> }
    ]}
  />
)

// example: SignUp.*
export const OwnSignUp = () => (
  <SignUp.Root>
    <SignUp.Start>
      <h1>Join us</h1>
      <SignUp.Providers />
      <SignUp.Form>
        <SignUp.Error />
        <SignUp.Label for="email" />
        <SignUp.Email />
        <SignUp.Error for="email" />
        <SignUp.Label for="password" />
        <SignUp.Password />
        <SignUp.Strength />
        <SignUp.Label for="repeat" />
        <SignUp.RepeatPassword />
        <SignUp.Submit>Join</SignUp.Submit>
      </SignUp.Form>
      <SignUp.MagicLink>
        <SignUp.Label for="email" />
        <SignUp.Email />
        <SignUp.Submit>Send a code</SignUp.Submit>
      </SignUp.MagicLink>
    </SignUp.Start>
    <SignUp.MagicLinkCode>
      <SignUp.Label for="code" />
      <SignUp.Code />
      <SignUp.Cancel />
    </SignUp.MagicLinkCode>
    <SignUp.SecondFactor>
      <SignUp.Label for="code" />
      <SignUp.Code />
      <SignUp.Submit />
    </SignUp.SecondFactor>
  </SignUp.Root>
)

// example: SignedIn SignedOut
export const Greeting = () => (
  <header>
    <Keystile.SignedIn pending={<p>…</p>}>
      <Keystile.UserButton />
    </Keystile.SignedIn>
    <Keystile.SignedOut>
      <a href="/handler/sign-in">Sign in</a>
    </Keystile.SignedOut>
  </header>
)

// example: Can
export const InviteLink = ({ teamId }: { readonly teamId: string }) => (
  <Keystile.Can permission="$invite_members" team={teamId} fallback={<p>Ask an admin to invite others.</p>}>
    <a href={`/teams/${teamId}/invite`}>Invite</a>
  </Keystile.Can>
)

// example: Field
export const NameField = ({ error }: { readonly error?: string }) => (
  <Keystile.Scope>
    <Keystile.Field label="Name of the team" name="name" autoComplete="organization" error={error} required />
  </Keystile.Scope>
)

// example: PasskeyMethodButton LastTag
export const OwnPasskeyButton = ({ last }: { readonly last: boolean }) => {
  const { signInWithPasskey } = Keystile.useClient()
  const signIn = Keystile.useAction(() => signInWithPasskey())
  return (
    <Keystile.Scope>
      <Keystile.PasskeyMethodButton type="sign-in" busy={signIn.pending} onClick={() => signIn.run()} />
      {last && <Keystile.LastTag />}
    </Keystile.Scope>
  )
}

// example: UnknownErrorCard
export const ErrorOfPage = ({ reset }: { readonly reset: () => void }) => (
  <>
    <Keystile.UnknownErrorCard fullPage level={1} />
    <button type="button" onClick={reset}>
      Try again
    </button>
  </>
)

// example: EmailSentCard
export const ResetRequested = ({ sendAgain }: { readonly sendAgain: () => void }) => (
  <Keystile.EmailSentCard fullPage level={1}>
    <Keystile.Button variant="outline" onClick={sendAgain}>
      Send it again
    </Keystile.Button>
  </Keystile.EmailSentCard>
)

// example: EmailVerifiedCard
export const VerifyAddress = ({ code }: { readonly code: string }) => {
  const { verifyEmail } = Keystile.useClient()
  const [isVerified, setVerified] = useState(false)
  const verify = Keystile.useAction(() => Effect.map(verifyEmail(code), () => setVerified(true)))
  return isVerified ? (
    <Keystile.EmailVerifiedCard fullPage level={1} />
  ) : (
    <button type="button" disabled={verify.pending} onClick={() => verify.run()}>
      Verify my email
    </button>
  )
}

// example: MagicLinkSuccessCard
export const FollowLink = ({ code }: { readonly code: string }) => {
  const { signInWithMagicLink } = Keystile.useClient()
  const [isDone, setDone] = useState(false)
  const signIn = Keystile.useAction(() => Effect.map(signInWithMagicLink(code), () => setDone(true)))
  return isDone ? (
    <Keystile.MagicLinkSuccessCard fullPage level={1} />
  ) : (
    <button type="button" disabled={signIn.pending} onClick={() => signIn.run()}>
      Sign in
    </button>
  )
}

// example: PasswordResetCard PasswordResetFailedCard
export const ChoosePassword = ({ code }: { readonly code: string }) => {
  const { resetPassword } = Keystile.useClient()
  const [isDone, setDone] = useState(false)
  const reset = Keystile.useAction((password: string) =>
    Effect.map(resetPassword({ code, password }), () => setDone(true))
  )
  if (reset.error !== null) return <Keystile.PasswordResetFailedCard fullPage level={1} />
  if (isDone) return <Keystile.PasswordResetCard fullPage level={1} />
  return (
    <form action={(form) => void reset.run(String(form.get("password")))}>
      <Keystile.PasswordField label="New password" name="password" autoComplete="new-password" />
      <button type="submit">Change</button>
    </form>
  )
}

// example: KeystileDevtools
export const AppInDevelopment = ({ children }: { readonly children: ReactNode }) => (
  <Keystile.KeystileProvider projectId="…" publishableClientKey="pck_…">
    {children}
    <KeystileDevtools position="bottom-left" />
  </Keystile.KeystileProvider>
)

// example: SecondFactorStep
export const OwnSignIn = () => {
  const { signInWithCredential } = Keystile.useClient()
  const signIn = Keystile.useAction((form: FormData) =>
    signInWithCredential({ email: String(form.get("email")), password: String(form.get("password")) })
  )
  if (signIn.error?._tag === "MultiFactorAuthenticationRequired")
    return <Keystile.SecondFactorStep error={signIn.error} onCancel={signIn.reset} />
  return (
    <form action={(form) => void signIn.run(form)}>
      <Keystile.Field label="Email" name="email" type="email" />
      <Keystile.PasswordField label="Password" name="password" />
      <Keystile.Button type="submit" busy={signIn.pending}>
        Sign in
      </Keystile.Button>
    </form>
  )
}
