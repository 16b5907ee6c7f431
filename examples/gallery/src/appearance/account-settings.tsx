import type { Appearance } from "keystile/react"

export const appearance: Appearance = {
  header: <p>Fernhill Fair, 12 to 14 June</p>,
  beforeForm: <p>Changes show in the shop, too.</p>,
  afterForm: <p>You can export your orders in the shop.</p>,
  footer: <p>Questions? Write to help@fernhill.example.</p>,
  classNames: {
    card: "fair-card",
    sidebar: "fair-sidebar",
    title: "fair-title",
    section: "fair-section",
    sectionTitle: "fair-section-title",
    dialog: "fair-card"
  }
}
