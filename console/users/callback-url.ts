/** The URLs of the application's pages to which mails lead. Stored in the browser's local storage for each project. */
import type { Project } from "../route/project.ts"

/** A page of Keystile's handler in the application. */
export type CallbackPage =
  "email-verification" | "impersonation" | "magic-link-callback" | "password-reset" | "team-invitation"

/** The URL of the handler with Vite's default port. */
const USUAL = "http://localhost:5173/handler"

const nameFor = ({ id }: Project) => `keystile-console-handler:${id}`

const handlerOf = (project: Project): string => {
  const [first] = project.domains
  const known = localStorage.getItem(nameFor(project))
  if (known !== null || first === undefined) return known ?? USUAL
  return `${first.domain.replace(/\/$/, "")}${first.handlerPath.replace(/\/$/, "")}`
}

export const callbackOf = (project: Project, page: CallbackPage): string => `${handlerOf(project)}/${page}`

/** Keeps the handler of a page's URL for the next time. The URL of another page is not kept. */
export const saveCallback = (project: Project, page: CallbackPage, url: string): void => {
  if (url.endsWith(`/${page}`)) localStorage.setItem(nameFor(project), url.slice(0, -page.length - 1))
}
