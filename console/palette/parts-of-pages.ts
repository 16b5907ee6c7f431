/** The parts of pages that have URLs of their own, for the command palette. */

interface PartOfPage {
  /** The path after the project. */
  readonly path: ReadonlyArray<string>
  readonly title: string
}

export const partsOfPages: ReadonlyArray<PartOfPage> = [
  { path: ["settings", "sign-in"], title: "Sign-in methods and providers" },
  { path: ["settings", "domains"], title: "Trusted domains" },
  { path: ["settings", "rules"], title: "Sign-up and teams" },
  { path: ["settings", "passwords"], title: "Passwords and sessions" },
  { path: ["settings", "limits"], title: "Rate limits" },
  { path: ["settings", "keys"], title: "API keys" },
  { path: ["mail"], title: "Outbox" },
  { path: ["mail", "templates"], title: "Mail templates" },
  { path: ["mail", "server"], title: "Mail server" }
]
