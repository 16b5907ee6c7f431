/** The templates, in the order in which they are offered. `create/build/compose-template.mjs` composes their files. */
import { CreateFailed } from "./create-failed.ts"

export interface ApplicationTemplate {
  /** The value of `--template`, and the folder of its files. */
  readonly id: string
  readonly title: string
  readonly hint: string
  /** The URL at which `npm run dev` serves the application. */
  readonly url: string
}

export const templates: readonly [ApplicationTemplate, ...ReadonlyArray<ApplicationTemplate>] = [
  {
    id: "vite",
    title: "Vite + React",
    hint: "a single-page application, and the service beside it",
    url: "http://localhost:5173"
  },
  {
    id: "next",
    title: "Next",
    hint: "the App Router, with the service in the same deployment",
    url: "http://localhost:3000"
  },
  {
    id: "react-router",
    title: "React Router",
    hint: "framework mode, rendered on the server, and the service beside it",
    url: "http://localhost:5173"
  },
  {
    id: "tanstack-start",
    title: "TanStack Start",
    hint: "rendered on the server, and the service beside it",
    url: "http://localhost:3000"
  },
  {
    id: "effect",
    title: "Effect + React",
    hint: "an Effect backend, React pages and the service in one program",
    url: "http://localhost:3000"
  }
]

/** Returns the template with an id. Throws {@link CreateFailed} if there is none. */
export const templateOf = (id: string): ApplicationTemplate => {
  const found = templates.find((template) => template.id === id)
  if (found === undefined)
    throw new CreateFailed(
      `There is no template ${JSON.stringify(id)}. Choose one of ${templates.map(({ id }) => id).join(", ")}.`
    )
  return found
}
