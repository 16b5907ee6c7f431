/** Where an application takes sign-in links. The console remembers the last one of each project, in this browser. */
import type { Project } from "./answers.ts"

const PATH = "magic-link-callback"

/** Where Vite serves an application, unless it is told otherwise. */
const USUAL = `http://localhost:5173/handler/${PATH}`

const nameFor = ({ id }: Project) => `keystile-console-callback:${id}`

export const callbackOf = (project: Project): string => {
  const [first] = project.domains
  const known = localStorage.getItem(nameFor(project))
  if (known !== null || first === undefined) return known ?? USUAL
  return `${first.domain.replace(/\/$/, "")}${first.handler_path.replace(/\/$/, "")}/${PATH}`
}

export const rememberCallback = (project: Project, address: string): void => {
  localStorage.setItem(nameFor(project), address)
}
