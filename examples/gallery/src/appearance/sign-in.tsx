import type { Appearance } from "keystile/react"

export const appearance: Appearance = {
  header: <p>Fernhill Fair, 12 to 14 June</p>,
  beforeForm: <p>Accounts of the old shop work here.</p>,
  afterForm: <p>You stay signed in on this device.</p>,
  footer: <p>Questions? Write to help@fernhill.example.</p>,
  classNames: {
    card: "fair-card",
    title: "fair-title",
    field: "fair-field",
    input: "fair-input",
    button: "fair-button"
  }
}
