import type { ReactNode } from "react"
import type { Project } from "./project.ts"

/** The props of every page. */
export interface PageProps {
  /** The parts of the URL's path after the page's name. */
  readonly rest: ReadonlyArray<string>
  /** The query of the URL. */
  readonly search: URLSearchParams
  readonly project: Project | undefined
  /** The service's time in epoch milliseconds. */
  readonly now: number
}

/** A page of the console, with its name in URLs. */
export interface Page {
  readonly name: string
  readonly title: string
  /** The pages of a project have its id in their URLs. */
  readonly isOfProject: boolean
  /** The number beside the title in the navigation. */
  readonly count?: number | undefined
  readonly show: (shown: PageProps) => ReactNode
}

/** A group of the navigation. */
export interface PageGroup {
  readonly title: string
  readonly pages: ReadonlyArray<Page>
}
