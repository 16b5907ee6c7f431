// @vitest-environment happy-dom
/** Themes of an application. */
import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { describe, expect, it } from "vitest"
import {
  CodeField,
  KeystileProvider,
  MessageCard,
  ProviderButton,
  PasskeyMethodButton,
  PasswordStrength,
  Scope,
  SignIn,
  Tabs,
  type Theme
} from "../../react/index.ts"
import { variablesOf } from "../../react/theme/theme.ts"
import { render } from "./page.tsx"

const theme: Theme = { accentHue: 20, radius: "3px", light: { primary: "red" }, dark: { border: "#333" } }

const app = (child: ReactNode, theme?: Theme) => (
  <KeystileProvider projectId="p" publishableClientKey="pck_x" tokenStore="memory" theme={theme}>
    {child}
  </KeystileProvider>
)

describe("A theme", () => {
  it("becomes CSS variables, separate for each color scheme", () => {
    const variables = variablesOf(theme)
    expect(variables.get("--ks-accent-h")).toBe("20")
    expect(variables.get("--ks-radius")).toBe("3px")
    expect(variables.get("--ks-accent-light")).toBe("red")
    expect(variables.get("--ks-accent-hover-light")).toContain("red")
    expect(variables.get("--ks-line-dark")).toBe("#333")
    expect(
      Array.from(variables.keys()).filter((name) => name.startsWith("--ks-accent") && name.endsWith("dark"))
    ).toEqual([])
    expect(variablesOf({})).toEqual(new Map())
  })

  it("accepts the color names of shadcn/ui", () => {
    const light = {
      cardForeground: "#111",
      popoverForeground: "#222",
      secondary: "#333",
      secondaryForeground: "#444",
      accent: "#555",
      accentForeground: "#666",
      hover: "#777"
    }
    expect(Object.fromEntries(variablesOf({ light }))).toEqual({
      "--ks-on-surface-light": "#111",
      "--ks-on-raised-light": "#222",
      "--ks-secondary-light": "#333",
      "--ks-on-secondary-light": "#444",
      "--ks-hover-light": "#555",
      "--ks-on-hover-light": "#666"
    })
    expect(variablesOf({ dark: { hover: "#777" } }).get("--ks-hover-dark")).toBe("#777")
  })

  it("is set on the outermost component only, and removed with the theme", async () => {
    const card = (
      <Scope className="outer">
        <MessageCard title="Hello" />
      </Scope>
    )
    const page = await render(app(card, theme))
    expect(page.find(".outer").style.getPropertyValue("--ks-radius")).toBe("3px")
    expect(page.find(".ks-card").hasAttribute("data-ks-theme")).toBe(false)
    await page.show(app(card, { name: "ink", scheme: "dark" }))
    expect(page.find(".outer").style.getPropertyValue("--ks-radius")).toBe("")
    expect(page.find(".outer").dataset).toMatchObject({ ksTheme: "ink", ksScheme: "dark" })
    await page.show(app(card))
    expect(page.find(".outer").hasAttribute("data-ks-theme")).toBe(false)
    await page.unmount()
  })

  it("can be set for one screen instead of the provider", async () => {
    const page = await render(
      app(
        <Scope className="own" theme={{ radius: "9px" }}>
          x
        </Scope>,
        theme
      )
    )
    expect(page.find(".own").style.getPropertyValue("--ks-radius")).toBe("9px")
    expect(page.find(".own").style.getPropertyValue("--ks-accent-h")).toBe("20")
    await page.unmount()
  })

  it("is set on a card outside other components", async () => {
    const page = await render(app(<MessageCard title="Hello" className="mine" data-testid="card" />, theme))
    expect(page.find("[data-testid=card]").className).toBe("ks ks-card mine")
    expect(page.find(".mine").style.getPropertyValue("--ks-accent-h")).toBe("20")
    await page.unmount()
  })

  it("writes no style attribute during server rendering, and needs no `window`", () => {
    const html = renderToString(
      app(
        <Scope>
          <MessageCard title="Hello" fullPage theme={theme} />
          <ProviderButton provider="google" last />
          <PasskeyMethodButton />
          <Tabs label="Tabs" tabs={[{ id: "a", label: "A", content: "Panel" }]} />
          <CodeField label="Code" kind="digits" />
          <PasswordStrength password="correct horse" />
        </Scope>,
        theme
      )
    )
    expect(html).toContain("Sign in with Google")
    expect(html).toContain("Panel")
    expect(html).not.toMatch(/<style|\sstyle=/)
    expect(renderToString(app(<SignIn theme={theme} />))).toContain("data-ks-theme")
  })
})
