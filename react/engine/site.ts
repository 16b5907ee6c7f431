/** The project and the pages of a provider. */
import type { HandlerUrls } from "../../core/navigation/handler-urls.ts"
import type { Navigator } from "../../core/navigation/navigate.ts"

/** The project, the URLs of its pages, and how to navigate to them. */
export interface Site extends Navigator {
  readonly projectId: string
  readonly urls: HandlerUrls
}
