// @vitest-environment happy-dom
/** The texts of the screens. */
import { describe, expect, expectTypeOf, it, vi } from "vitest"
import { FormSkeleton, format, formatNodes, KeystileProvider, SignedOutCard, type Template } from "../../react/index.ts"
import { english } from "../../react/messages/english.ts"
import { account } from "../../react/messages/english/account.ts"
import { activityTexts } from "../../react/messages/english/activity.ts"
import { apiKeyTexts } from "../../react/messages/english/api-keys.ts"
import { forms } from "../../react/messages/english/forms.ts"
import { impersonationTexts } from "../../react/messages/english/impersonation.ts"
import { mailed } from "../../react/messages/english/mailed.ts"
import { menus } from "../../react/messages/english/menus.ts"
import { pages } from "../../react/messages/english/pages.ts"
import { proof } from "../../react/messages/english/proof.ts"
import { restrictionTexts } from "../../react/messages/english/restriction.ts"
import { sending } from "../../react/messages/english/sending.ts"
import { connectedAccountTexts } from "../../react/messages/english/connected-accounts.ts"
import { commandLineTexts } from "../../react/messages/english/command-line.ts"
import { sessionTexts } from "../../react/messages/english/sessions.ts"
import { steps } from "../../react/messages/english/steps.ts"
import { strength } from "../../react/messages/english/strength.ts"
import { teamTexts } from "../../react/messages/english/teams.ts"
import { checkOverrides } from "../../react/messages/check-overrides.ts"
import { useMessages } from "../../react/messages/messages.ts"
import { ErrorBoundary } from "../../react/components/error-boundary.tsx"
import { render } from "./page.tsx"

const template = (text: string) => text as unknown as Template<"a" | "b">

const Texts = () => {
  const { codeSentTo, codeTitle } = useMessages(steps)
  const { email, passwordTooShort } = useMessages()
  return (
    <>
      {codeTitle}
      {email}
      {format(passwordTooShort, { count: 8 })}
      {formatNodes(codeSentTo, { email: <b>n</b> })}
    </>
  )
}

const provider = (messages: Record<string, string | undefined>, child = <Texts />) => (
  <KeystileProvider projectId="p" publishableClientKey="pck_x" tokenStore="memory" messages={messages}>
    {child}
  </KeystileProvider>
)

describe("A template", () => {
  it("is not a string until its values are inserted", () => {
    expectTypeOf(format<"count">)
      .parameter(1)
      .toEqualTypeOf<{ readonly count: string | number }>()
    const use = () => {
      const messages = useMessages()
      expectTypeOf(messages.email).toEqualTypeOf<string>()
      expectTypeOf(messages.passwordTooShort).not.toExtend<string>()
      // @ts-expect-error Its placeholder is named `count`.
      format(messages.passwordTooShort, { number: 8 })
    }
    expect(use).toBeTypeOf("function")
  })

  it("inserts values unchanged", () => {
    expect(format(template("{a} and {b} and {a}"), { a: "{b}", b: "$& $1 \\" })).toBe("{b} and $& $1 \\ and {b}")
    expect(format(template("{constructor} {a} {"), { a: 0, b: 1 })).toBe("{constructor} 0 {")
    expect(format(template("no placeholder"), { a: 1, b: 2 })).toBe("no placeholder")
  })
})

describe("A name in a text", () => {
  it("does not change the direction of the following words, and keeps all its characters", () => {
    for (const turn of [
      "\u202a",
      "\u202b",
      "\u202d",
      "\u202e",
      "\u2066",
      "\u2067",
      "\u2068",
      "\u2069\u202e",
      "\u202c"
    ]) {
      expect(format(template("Join {a} or {b}"), { a: `Fern${turn}hill`, b: 2 })).toBe("Join Fernhill or 2")
    }
    // Letters have a direction of their own, and direction marks of mixed words do not reach beyond the name.
    const mixed = "\u200fשדה 7\u200e – Åse 💐 e\u0301"
    expect(format(template("Join {a}"), { a: mixed, b: "" })).toBe(`Join ${mixed}`)
  })
})

describe("The messages", () => {
  it("have every key in one group only", () => {
    const all = [
      forms,
      steps,
      proof,
      restrictionTexts,
      sending,
      strength,
      pages,
      mailed,
      menus,
      impersonationTexts,
      account,
      activityTexts,
      apiKeyTexts,
      connectedAccountTexts,
      commandLineTexts,
      sessionTexts,
      teamTexts
    ]
    const groups = all.flatMap((group) => Object.keys(group))
    expect(groups.length).toBe(new Set(groups).size)
    expect(Object.keys(english).sort()).toEqual(groups.sort())
  })

  it("have the documented texts", () => {
    const quoted = [
      "You are already signed in",
      "Go home",
      "Sign out",
      "Sign up for new users is not enabled at the moment.",
      "Sign in",
      "Sign in to your account",
      "Create a new account",
      "Don't have an account?",
      "Sign up",
      "Already have an account?",
      "Sign in with {provider}",
      "Sign up with {provider}",
      "Or continue with",
      "Email",
      "Email & Password",
      "No authentication method enabled.",
      "Send email",
      "Enter the code from your email",
      "Cancel",
      "Password",
      "Repeat Password",
      "Sign Up",
      "Sign In",
      "Forgot password?",
      "You are not currently signed in.",
      "Email sent!",
      "If the user with this e-mail address exists, an e-mail was sent to your inbox. Make sure to check your " +
        "spam folder.",
      "Password reset successfully!",
      "Your password has been reset. You can now sign in with your new password.",
      "An unknown error occurred",
      "Please try again and if the problem persists, contact support.",
      "Please enter a valid email",
      "Please enter your email",
      "Please enter your password",
      "Passwords do not match",
      "Please repeat your password",
      "Invalid code",
      "Invalid TOTP code",
      "New account registration is not allowed",
      "last"
    ]
    const texts: ReadonlyArray<string> = Object.values(english)
    expect(quoted.filter((text) => !texts.includes(text))).toEqual([])
  })

  it("can be overridden for any group, and ignore overrides that are undefined", async () => {
    const page = await render(provider({ codeTitle: "Code, please", email: undefined, passwordTooShort: "≥ {count}" }))
    expect(page.text()).toBe("Code, pleaseEmail≥ 8We sent a six-character code to n. Check your spam folder, too.")
    expect(page.find("b").textContent).toBe("n")
    await page.unmount()
  })

  it("are used by the cards", async () => {
    const page = await render(provider({ signedOut: "Nobody here" }, <SignedOutCard />))
    expect(page.find("h2").textContent).toBe("Nobody here")
    await page.unmount()
  })

  it("reject an unknown key, and suggest a similar one", async () => {
    const errors: Array<unknown> = []
    const page = await render(
      <ErrorBoundary fallback={(error) => void errors.push(error)}>
        {provider({ codetitle: "?", nonsense: "?" })}
      </ErrorBoundary>
    )
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0))
    expect(String(errors[0])).toContain(`no text "codetitle" (is it "codeTitle"?)`)
    expect(String(errors[0])).toContain(`no text "nonsense"`)
    await page.unmount()
  })

  it("validate the texts of single languages and their placeholders before they are shown", () => {
    const check = (texts: object) => () => checkOverrides(texts)
    expect(check({ email: "e", "de-DE": { email: "e", EMAIL_PASSWORD_MISMATCH: "no" }, "da-DK": {} })).not.toThrow()
    expect(check({ "de-DE": { emial: "e" } })).toThrow(`no text "emial"`)
    expect(check({ passwordTooShort: "{cuont}" })).toThrow(
      `"passwordTooShort" has the placeholder {cuont}, which nothing fills`
    )
    expect(check({ memberCount: { one: "{count}", other: "{number}" } })).toThrow(`it can have {count}`)
    expect(check({ email: "{email}" })).toThrow(`"email" has the placeholder {email}`)
    expect(check({ constructor: "e" })).toThrow(`no text "constructor"`)
  })

  it("announce that a page is loading", async () => {
    const page = await render(<FormSkeleton fields={2} buttons={3} tabs className="mine" />)
    expect(page.find("[role=status]").className).toBe("ks ks-card mine")
    expect(page.text()).toBe("Loading")
    await page.unmount()
  })
})
