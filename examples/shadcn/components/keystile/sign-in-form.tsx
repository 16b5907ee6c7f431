"use client"

/** Sign-in: providers, a passkey, a password or a mailed code, and the second factor. */
import { type ReactNode, Suspense, useState } from "react"
import { useProject } from "keystile/react"
import { SignIn } from "keystile/react/parts"
import { CodeField } from "@/components/keystile/code-field"
import { ProviderButtons } from "@/components/keystile/provider-buttons"

const label = "text-sm font-medium"
const input =
  "h-10 w-full rounded-md border border-input bg-background px-3 text-base shadow-xs outline-none placeholder:text-muted-foreground focus-visible:border-ring focus-visible:ring-3 focus-visible:ring-ring/50 aria-invalid:border-destructive md:text-sm"
const problem = "text-sm text-destructive"
const button =
  "inline-flex h-10 w-full items-center justify-center rounded-md px-4 text-sm font-medium outline-none transition-colors focus-visible:ring-3 focus-visible:ring-ring/50 aria-disabled:opacity-60"
const primary = `${button} bg-primary text-primary-foreground shadow-xs hover:bg-primary/90`
const outline = `${button} border border-input bg-background text-foreground shadow-xs hover:bg-accent hover:text-accent-foreground`
const link = "text-sm text-muted-foreground underline underline-offset-4 hover:text-foreground"

const Title = ({ children }: { readonly children: ReactNode }) => (
  <h1 className="text-xl font-semibold tracking-tight text-balance">{children}</h1>
)

const EmailField = () => (
  <div className="grid gap-2">
    <SignIn.Label for="email" className={label} />
    <SignIn.Email className={input} placeholder="you@example.com" />
    <SignIn.Error for="email" className={problem} />
  </div>
)

const PasswordForm = () => (
  <SignIn.Form className="grid gap-4">
    <SignIn.Error className={problem} />
    <EmailField />
    <div className="grid gap-2">
      <SignIn.Label for="password" className={label} />
      <SignIn.Password className={input} />
      <SignIn.Error for="password" className={problem} />
    </div>
    <SignIn.Submit className={primary} />
  </SignIn.Form>
)

const CodeForm = () => (
  <SignIn.MagicLink className="grid gap-4">
    <SignIn.Error className={problem} />
    <EmailField />
    <SignIn.Submit className={primary}>Email me a code</SignIn.Submit>
  </SignIn.MagicLink>
)

/** Shows one form at a time. The other one is reached by a button, if the project has both. */
const Forms = () => {
  const { credentialEnabled, magicLinkEnabled } = useProject().config
  const [asksForCode, setAsksForCode] = useState(!credentialEnabled)
  return (
    <>
      {asksForCode ? <CodeForm /> : <PasswordForm />}
      {credentialEnabled && magicLinkEnabled && (
        <button type="button" className={link} onClick={() => setAsksForCode(!asksForCode)}>
          {asksForCode ? "Use your password instead" : "Email me a code instead"}
        </button>
      )}
    </>
  )
}

const Separator = () => (
  <p className="flex items-center gap-3 text-sm text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
    or
  </p>
)

const card =
  "mx-auto grid w-full max-w-sm gap-6 rounded-xl border border-border bg-card p-6 text-card-foreground shadow-sm"

const Loading = () => (
  <div className={card} aria-busy="true">
    <span className="h-7 w-2/3 animate-pulse rounded-md bg-muted" />
    <span className="h-10 animate-pulse rounded-md bg-muted" />
    <span className="h-10 animate-pulse rounded-md bg-muted" />
    <span className="h-10 animate-pulse rounded-md bg-muted" />
  </div>
)

export const SignInForm = ({ title = "Sign in to your account" }: { readonly title?: ReactNode }) => (
  <Suspense fallback={<Loading />}>
    <SignIn.Root className={card}>
      <SignIn.Start className="grid gap-6">
        <Title>{title}</Title>
        <div className="grid gap-2">
          <ProviderButtons />
          <SignIn.Passkey className={outline} />
        </div>
        <Separator />
        <Forms />
      </SignIn.Start>
      <SignIn.MagicLinkCode className="grid gap-6">
        <Title>Check your email</Title>
        <SignIn.Error className={problem} />
        <CodeField label="Code from the email" />
        <SignIn.Cancel className={outline} />
      </SignIn.MagicLinkCode>
      <SignIn.SecondFactor className="grid gap-6">
        <Title>Second factor</Title>
        <SignIn.Error className={problem} />
        <CodeField label="Code from your authenticator app" />
        <SignIn.Submit className={primary} />
        <SignIn.Cancel className={outline} />
      </SignIn.SecondFactor>
    </SignIn.Root>
  </Suspense>
)
