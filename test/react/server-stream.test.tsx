/** Streamed server rendering, without a document. */
import { PassThrough } from "node:stream"
import { type ReactNode, Suspense } from "react"
import { renderToPipeableStream } from "react-dom/server"
import { afterEach, describe, expect, it, vi } from "vitest"
import {
  Handler,
  KeystileProvider,
  SignedIn,
  SignedOut,
  type Snapshot,
  useUser,
  useUserState
} from "../../react/index.ts"
import { scriptedService, user } from "./scripted-service.ts"
import { cookiesOf, page, serviceByFetch, snapshotFor } from "./server-rendered.tsx"

const noor = () => ({ "GET /users/me": () => user({ display_name: "Noor" }) })

/** Renders the stream to its end. */
const renderToEnd = (node: ReactNode) =>
  new Promise<{ readonly html: string; readonly errors: ReadonlyArray<unknown> }>((resolve, reject) => {
    const errors: Array<unknown> = []
    let html = ""
    const { pipe } = renderToPipeableStream(node, {
      onError: (error) => void errors.push(error),
      onShellError: reject,
      onAllReady: () => {
        const sink = new PassThrough()
        sink
          .setEncoding("utf8")
          .on("data", (text) => (html += text))
          .on("end", () => resolve({ html, errors }))
        pipe(sink)
      }
    })
  })

const State = () => useUserState().data?.displayName ?? "guest"

afterEach(() => void vi.unstubAllGlobals())

describe("A streamed page", () => {
  it("contains the data of its snapshot, without a request to the service", async () => {
    const service = serviceByFetch(noor())
    const snapshot = await snapshotFor(cookiesOf())
    const before = service.log.length
    const { errors, html } = await renderToEnd(
      page(
        <>
          <h1>
            <State />
          </h1>
          <SignedIn>in</SignedIn>
          <SignedOut>out</SignedOut>
          <Handler location="/handler/sign-in" />
        </>,
        snapshot
      )
    )
    expect(html).toContain("<h1>Noor</h1>in")
    expect(html).toContain('aria-busy="true"')
    expect(errors).toEqual([])
    expect(service.log).toHaveLength(before)
  })

  it("leaves a redirect to sign-in to the browser, and its stream ends", async () => {
    serviceByFetch()
    const Members = () => useUser({ or: "redirect" }).id
    const { errors, html } = await renderToEnd(
      page(
        <>
          <p>Hello</p>
          <Suspense fallback="one moment">
            <Members />
          </Suspense>
        </>,
        await snapshotFor({})
      )
    )
    expect(html).toContain("<p>Hello</p>")
    expect(html).toContain("one moment")
    expect(errors).toMatchObject([{ digest: "BAILOUT_TO_CLIENT_SIDE_RENDERING" }])
  })

  it("leaves data outside the snapshot to the browser", async () => {
    const service = serviceByFetch()
    const CurrentUser = () => useUser()?.id
    const { errors, html } = await renderToEnd(
      page(
        <Suspense fallback="one moment">
          <CurrentUser />
        </Suspense>,
        undefined
      )
    )
    expect(html).toContain("one moment")
    expect(errors).toMatchObject([{ digest: "BAILOUT_TO_CLIENT_SIDE_RENDERING" }])
    expect(service.log).toEqual([])
  })

  it("does not share snapshots between requests of one runtime", async () => {
    serviceByFetch(noor())
    const { log, runtime } = scriptedService()
    const rendered = async (snapshot: Snapshot) =>
      (
        await renderToEnd(
          <KeystileProvider runtime={runtime} snapshot={snapshot}>
            <State />
          </KeystileProvider>
        )
      ).html
    expect(await rendered(await snapshotFor(cookiesOf()))).toContain("Noor")
    expect(await rendered(await snapshotFor({}))).toContain("guest")
    expect(log).toEqual([])
  })
})
