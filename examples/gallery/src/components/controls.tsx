/** The controls in their states. */
import type { ReactNode } from "react"
import { Button, CodeField, Field, PasskeyMethodButton, ProviderButton, Scope, Tabs } from "keystile/react"
import type { Group } from "./group.ts"

const withScope = (name: string, component: ReactNode) => ({ name, component: <Scope>{component}</Scope> })

export const controls: ReadonlyArray<Group> = [
  {
    name: "controls",
    layout: "states",
    items: [
      withScope("Primary", <Button width="full">Sign In</Button>),
      withScope(
        "Busy",
        <Button width="full" busy>
          Sign In
        </Button>
      ),
      withScope(
        "Disabled",
        <Button width="full" disabled>
          Sign In
        </Button>
      ),
      withScope(
        "Outline",
        <Button width="full" variant="outline">
          Go home
        </Button>
      ),
      withScope(
        "Quiet",
        <Button width="full" variant="quiet">
          Cancel
        </Button>
      ),
      withScope(
        "Danger",
        <Button width="full" variant="danger">
          Remove
        </Button>
      ),
      withScope(
        "Small",
        <Button size="sm" variant="outline">
          Small
        </Button>
      ),
      withScope("Provider", <ProviderButton provider="google" />),
      withScope("Field", <Field label="Field" defaultValue="noor@fernhill.example" />),
      withScope("Error", <Field label="Error" defaultValue="noor@fernhill" error="Please enter a valid email" />),
      withScope("Disabled field", <Field label="Disabled" defaultValue="noor@fernhill.example" disabled />),
      withScope("Four digits", <CodeField label="Four digits" kind="digits" length={4} />),
      withScope("Hexadecimal code", <CodeField label="Hexadecimal code" pattern={/^[0-9a-f]*$/} />),
      withScope("Passkey button", <PasskeyMethodButton type="sign-up" />),
      withScope(
        "Tabs",
        <Tabs
          label="Three"
          className="mine"
          tabs={["One", "Two", "Three"].map((label) => ({ id: label, label, content: `Panel ${label}` }))}
        />
      )
    ]
  }
]
