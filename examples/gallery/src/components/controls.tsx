/** The controls in their states. */
import type { ReactNode } from "react"
import { Button, CodeField, Field, PasskeyMethodButton, ProviderButton, Scope, Tabs } from "keystile/react"
import type { Group } from "./group.ts"

const scoped = (name: string, component: ReactNode) => ({ name, component: <Scope>{component}</Scope> })

export const controls: ReadonlyArray<Group> = [
  {
    name: "controls",
    layout: "states",
    items: [
      scoped("Primary", <Button width="full">Sign In</Button>),
      scoped(
        "Busy",
        <Button width="full" busy>
          Sign In
        </Button>
      ),
      scoped(
        "Disabled",
        <Button width="full" disabled>
          Sign In
        </Button>
      ),
      scoped(
        "Outline",
        <Button width="full" variant="outline">
          Go home
        </Button>
      ),
      scoped(
        "Quiet",
        <Button width="full" variant="quiet">
          Cancel
        </Button>
      ),
      scoped(
        "Danger",
        <Button width="full" variant="danger">
          Remove
        </Button>
      ),
      scoped(
        "Small",
        <Button size="sm" variant="outline">
          Small
        </Button>
      ),
      scoped("Provider", <ProviderButton provider="google" />),
      scoped("Field", <Field label="Field" defaultValue="noor@fernhill.example" />),
      scoped("Error", <Field label="Error" defaultValue="noor@fernhill" error="Please enter a valid email" />),
      scoped("Disabled field", <Field label="Disabled" defaultValue="noor@fernhill.example" disabled />),
      scoped("Four digits", <CodeField label="Four digits" kind="digits" length={4} />),
      scoped("Hexadecimal code", <CodeField label="Hexadecimal code" pattern={/^[0-9a-f]*$/} />),
      scoped("Passkey button", <PasskeyMethodButton type="sign-up" />),
      scoped(
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
