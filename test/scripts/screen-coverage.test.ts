/** The table of the screens finds what no test shows. */
import { describe, expect, it } from "vitest"
import * as Exported from "../../react/index.ts"
import { hooks } from "../browser/promises/components.ts"
import { promises, screenCoverage } from "../browser/promises/coverage.ts"
import { said } from "../browser/promises/promised.ts"

const list = said("spec 2", [["It has a heading.", "[2.heading]"], ["It has a form.", "a form", "another form"]])
const run = [
  { name: "sign-in [2.heading] says what it is", passed: true },
  { name: "sign-in has a form", passed: true },
  { name: "sign-in has another form", passed: true }
]
const gaps = (tests: typeof run, promised = list) => screenCoverage(promised, tests).flatMap(({ gaps }) => gaps)

describe("the table of the screens", () => {
  it("has no gap when every test passed", () => {
    expect(gaps(run)).toEqual([])
    expect(screenCoverage(list, run)[1]?.tests).toEqual(["sign-in has a form", "sign-in has another form"])
  })

  it("wants every test that it names, though one of them is there", () => {
    expect(gaps(run.slice(0, 2))).toEqual(["no test is called another form"])
  })

  it("wants every test of a name to pass, though another of that name did", () => {
    const failed = [...run, { name: "sign-up [2.heading] says what it is", passed: false }]
    expect(gaps(failed)).toEqual(["did not pass: sign-up [2.heading] says what it is"])
  })

  it("wants a test for each sentence, and each sentence once", () => {
    expect(gaps(run, said("spec 5", [["It is good."]]))).toEqual(["no test is named"])
    const sentences = promises.map(({ says, source }) => `${source}: ${says}`)
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  it("has every hook that is exported, and every component of the original's sections 9 and 10", () => {
    expect(Object.keys(hooks).toSorted()).toEqual(Object.keys(Exported).filter((name) => /^use[A-Z]/.test(name)).toSorted())
    const rows = promises.filter(({ source }) => source === "client-app 9" || source === "client-app 10")
    const named = new Set(rows.map(({ says }) => says.split(/[:,]| → /)[0]))
    const components = [
      "SignIn", "SignUp", "AuthPage", "CredentialSignIn", "CredentialSignUp", "MagicLinkSignIn", "OAuthButton",
      "OAuthButtonGroup", "ForgotPassword", "PasswordReset", "EmailVerification", "AccountSettings", "MessageCard",
      "UserButton", "SelectedTeamSwitcher", "UserAvatar", "SignOut", "OAuthCallback", "MagicLinkCallback", "TeamInvitation",
      "ErrorPage"
    ]
    const section9 = ["useUser", "useStackApp", "StackProvider", "StackTheme", "StackHandler"]
    expect([...components, ...section9].filter((name) => !named.has(name))).toEqual([])
    expect(components.filter((name) => !(name in Exported))).toEqual([])
  })
})
