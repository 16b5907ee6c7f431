/** One card in every finished theme, and in a theme of an application. */
import { Button, Card, Field, ProviderButton, Scope, Separator, Tabs, type Theme } from "keystile/react"
import type { Group } from "./group.ts"

const own: Theme = {
  accentHue: 300,
  accentChroma: 0.16,
  radius: "2px",
  notch: "0px",
  titleFont: "Georgia, serif",
  light: { background: "#f3eef8", border: "#c9b8dd" },
  dark: { background: "#120a1c" }
}

const sample = (name: string, theme: Theme) => ({
  name,
  component: (
    <Scope theme={theme} className="sample">
      <Card
        title="Sign in to your account"
        footer={
          <>
            <span>No account?</span>
            <a className="ks-link" href="#up">
              Sign up
            </a>
          </>
        }
      >
        <ProviderButton provider="github" last />
        <Separator>Or continue with</Separator>
        <Tabs
          label={`Method, ${name}`}
          tabs={[
            {
              id: "email",
              label: "Email",
              content: (
                <div className="ks-form">
                  <Field label="Email" defaultValue="noor@fernhill.example" />
                  <Button width="full">Send email</Button>
                </div>
              )
            },
            { id: "password", label: "Password", content: null }
          ]}
        />
      </Card>
    </Scope>
  )
})

export const themes: ReadonlyArray<Group> = [
  {
    name: "themes",
    items: [
      ...["verdigris", "ink", "harbour", "terracotta", "plum"].map((name) => sample(name, { name })),
      sample("own", own),
      sample("always dark", { scheme: "dark" }),
      sample("always light", { scheme: "light" })
    ]
  }
]
