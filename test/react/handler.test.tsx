// @vitest-environment happy-dom
/** The handler where there is no page yet: on a server. */
import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { EmailVerification, Handler, KeystileProvider } from "../../react/index.ts"

const onServer = (node: ReactNode) =>
  renderToString(<KeystileProvider projectId="p" publishableClientKey="pck_1">{node}</KeystileProvider>)

describe("on a server", () => {
  it("the handler renders what holds the page's place", () => {
    expect(onServer(<Handler location="/handler/sign-in" />)).toContain("aria-busy=\"true\"")
  })

  it("a page that takes a code leaves the address alone", () => {
    history.replaceState(null, "", "/handler/email-verification?code=abc")
    expect(onServer(<EmailVerification />)).toContain("aria-busy=\"true\"")
    expect(location.search).toBe("?code=abc")
  })
})
