/** Describes the pages of a test that failed, so that a failure on a busy machine can be explained afterwards. */
import { randomUUID } from "node:crypto"
import { join, relative } from "node:path"
import type { BrowserContext, Page, Request } from "playwright-core"

/** Returns the requests of a context that have no response yet, the oldest first. The set changes with them. */
export const pendingRequests = (context: BrowserContext): ReadonlySet<Request> => {
  const pending = new Set<Request>()
  const remove = (request: Request) => pending.delete(request)
  context.on("request", (request) => pending.add(request))
  context.on("requestfinished", remove)
  context.on("requestfailed", remove)
  return pending
}

/** The pages of a failed test, with their requests and errors. */
export interface FailedPages {
  readonly context: BrowserContext
  readonly pending: ReadonlySet<Request>
  readonly consoleErrors: ReadonlyArray<string>
  /** Folder of the screenshots. */
  readonly folder: string
}

/** Adds to the message of an error: the URLs and screenshots of the pages, pending requests and console errors. */
export const describeFailure = async (
  failure: unknown,
  { consoleErrors, context, folder, pending }: FailedPages
): Promise<void> => {
  if (!(failure instanceof Error)) return
  const pages = await Promise.all(context.pages().map((page) => describePage(page, folder)))
  const lines = [
    ...pages,
    ...Array.from(pending, (request) => `Request without a response: ${request.method()} ${request.url()}`),
    ...consoleErrors.map((text) => `Console error: ${text}`)
  ]
  failure.message = [failure.message, ...lines].join("\n")
}

const describePage = async (page: Page, folder: string): Promise<string> => {
  const path = join(folder, `failed-${randomUUID()}.png`)
  // A page that has crashed or is closing has no screenshot.
  const hasScreenshot = await page.screenshot({ path, timeout: 5000 }).then(
    () => true,
    () => false
  )
  return `Page: ${page.url()}${hasScreenshot ? `, ${relative(process.cwd(), path)}` : ""}`
}
