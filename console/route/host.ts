/** The program that contains the pages of a project: the console of `keystile dev`, or the pages of owners. */
import { type ComponentType, createContext, useContext } from "react"
import type { ServerUser } from "../../core/schema/server-user.ts"
import type { ProjectOwnerSession } from "../../tiers/project-owner.ts"
import type { Project } from "./project.ts"

export interface SignInAsProps {
  readonly project: Project
  readonly user: ServerUser
  readonly onClose: () => void
}

export interface ConsoleHost {
  /** The URL of the service, without a slash at its end. */
  readonly baseUrl: string
  /** The URL of the console itself, without query and hash. */
  readonly consoleUrl: string
  /** The URL of the page that shows the preview of a mail in a frame. */
  readonly mailFrameUrl: string
  /** Returns the session by which the pages of a project call the admin API, the same one each time. */
  readonly ownerOf: (projectId: string) => ProjectOwnerSession
  /** The interval at which the data that is shown is read again, in milliseconds. */
  readonly refreshMillis: number
  /** `keystile dev` signs in by the control API, which production does not have. */
  readonly SignInAsDialog: ComponentType<SignInAsProps>
  /** Reads the projects again. */
  readonly onProjectDeleted: () => void
  /** True in `keystile dev`. */
  readonly isDevelopment: boolean
}

const HostContext = createContext<ConsoleHost | null>(null)

/** Provides the host to the pages of a project. */
export const HostProvider = HostContext

/** Returns the program around a page. */
export const useHost = (): ConsoleHost => {
  const host = useContext(HostContext)
  if (host === null) throw new Error("The pages of a project need a HostProvider around them.")
  return host
}
