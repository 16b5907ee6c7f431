/** The URL of the application's page for sign-in links. Stored in the browser's local storage for each project. */
import type { Project } from "../control/responses.ts"

const PATH = "magic-link-callback"

/** The URL with Vite's default port. */
const USUAL = `http://localhost:5173/handler/${PATH}`

const nameFor = ({ id }: Project) => `keystile-console-callback:${id}`

export const callbackOf = (project: Project): string => {
  const [first] = project.domains
  const known = localStorage.getItem(nameFor(project))
  if (known !== null || first === undefined) return known ?? USUAL
  return `${first.domain.replace(/\/$/, "")}${first.handler_path.replace(/\/$/, "")}/${PATH}`
}

export const saveCallback = (project: Project, address: string): void => {
  localStorage.setItem(nameFor(project), address)
}
