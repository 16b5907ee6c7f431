import * as Redacted from "effect/Redacted"

/** The parameter of the code in the URL of the page that approves. */
const LOGIN_CODE_PARAMETER = "login_code"

/** Returns the URL of the page that approves a sign-in. It contains the code, so it is a secret until it is used. */
export const commandLineUrl = (page: URL, loginCode: Redacted.Redacted<string>): string => {
  const url = new URL(page)
  url.searchParams.set(LOGIN_CODE_PARAMETER, Redacted.value(loginCode))
  return url.href
}
