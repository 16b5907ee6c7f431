// Examples of the components in the reference. A line `// example: NAME …` begins the example of the names.

import * as Keystile from "keystile/react"
import { SignUp } from "keystile/react/parts"
import { useState } from "react"

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
