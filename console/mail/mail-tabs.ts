/** The tabs of a project's mails, without their components: **Go to** lists them on every page. */
import type { Tab } from "../components/page-tabs.tsx"

export const mailTabs = [
  { name: "", title: "Outbox" },
  { name: "templates", title: "Templates" },
  { name: "server", title: "Server", words: "SMTP" }
] as const satisfies ReadonlyArray<Tab>
