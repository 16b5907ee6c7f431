/** The console for owners in production, in Chromium: of `keystile serve`, and of a service mounted in a program. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import { variables } from "../../core/environment/variables.ts"
import { clickButton } from "./controls.ts"
import {
  addWebhookTarget,
  createProject,
  createUser,
  findUserByPalette,
  followDeepLink,
  inspect,
  previewTemplate,
  readAuditLog,
  renameProjectWhileSignedOut,
  resendFailedMail,
  resendFailedWebhook,
  setUpOwner,
  signOut,
  visitPages
} from "./owner-console-steps.ts"
import {
  email,
  firstLoad,
  inPage,
  installation,
  linkIn,
  onBothDatabases,
  programs,
  openBrowser,
  setPassword,
  signIn
} from "./owner-fixture.ts"

/** A user whose first mail the mail server refuses. */
const MIRA = "mira@larkspur.example"

/** Signs up a user of the project, as the application does. The service mails a link to verify the address. */
const signUpUser = async (url: string, projectId: string, key = "") => {
  const response = await fetch(`${url}/api/v1/auth/password/sign-up`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-stack-project-id": projectId,
      "x-stack-access-type": "client",
      "x-stack-publishable-client-key": key
    },
    body: JSON.stringify({
      email: MIRA,
      password: "verdigris-lantern-42",
      verification_callback_url: "https://larkspur.example/verify"
    })
  })
  expect(response.status, await response.text()).toBe(200)
}

describe.each(onBothDatabases)("the console of owners in $name", ({ database, program }) => {
  const test = database === undefined ? it.live.skip : it.live
  test("administers the owner's project with a second factor", () =>
    Effect.gen(function* () {
      if (database === undefined) return
      const { created, keystile, mails, projectId, url } = yield* installation(program, yield* database, [
        { at: "data", code: 554, to: MIRA }
      ])
      const link = yield* linkIn(yield* keystile("owner", "create", email, "--json"))
      const urlOf = (...path: ReadonlyArray<string>) => `${url}/owner#/projects/${[projectId, ...path].join("/")}`
      const renamed = "Larkspur Gardens"
      yield* inPage(yield* openBrowser, url, async (page, requests) => {
        await page.setViewportSize({ width: 1180, height: 800 })
        await page.emulateMedia({ reducedMotion: "reduce" })
        const secret = await setUpOwner(page, url, link)
        await followDeepLink(page, urlOf, secret)
        await createUser(page)
        await visitPages(page, urlOf)
        await addWebhookTarget(page, urlOf)
        await resendFailedWebhook(page, urlOf)
        await signUpUser(url, projectId, created[variables.publishableClientKey])
        await resendFailedMail(page, urlOf, MIRA)
        expect(mails.received.filter(({ to }) => to.includes(MIRA))).toHaveLength(1)
        await previewTemplate(page, urlOf)
        // The operator ends every session of the owner while the name is edited.
        const endSessions = () => Effect.runPromise(keystile("owner", "reset-second-factor", email))
        await renameProjectWhileSignedOut(page, urlOf, { name: renamed, endSessions })
        await createProject(page, renamed)
        await findUserByPalette(page)
        await readAuditLog(page, urlOf)
        expect(requests.filter((request) => request.includes("/_keystile"))).toEqual([])
        await signOut(page)
      })
      assert.include(yield* keystile("project", "show", projectId), renamed)
    }).pipe(Effect.scoped))
})

describe("the rate limits of a project in the console of owners", () => {
  it.live("are at most what the operator of the service allows", () =>
    Effect.gen(function* () {
      const { keystile, projectId, url } = yield* installation(programs[0], undefined, [], {
        KEYSTILE_MAX_RATE_LIMITS: "2"
      })
      const link = yield* linkIn(yield* keystile("owner", "create", email, "--json"))
      yield* inPage(yield* openBrowser, url, async (page) => {
        await page.setViewportSize({ width: 1180, height: 800 })
        await setPassword(page, link)
        await page.goto(`${url}/owner#/projects/${projectId}/settings/limits`, firstLoad)
        await signIn(page)
        await page.getByText("allows at most 2 times the defaults, and no limit that is off").waitFor(firstLoad)
        const limit = page.getByRole("group", { name: "Attempts: One account from one address" })
        const mode = limit.getByLabel("One account from one address")
        expect(await mode.locator("option").allTextContents()).not.toContain("No limit")
        await mode.selectOption("Own limit")
        await limit.getByLabel("At once").fill("101")
        await clickButton(page, "Save the limits")
        await limit.getByRole("alert").filter({ hasText: "from 1 to 100." }).waitFor()
        await inspect(page, "limits-too-high")
        await limit.getByLabel("At once").fill("100")
        await clickButton(page, "Save the limits")
        await page.getByText("The limits were saved").waitFor()
      })
    }).pipe(Effect.scoped)
  )
})
