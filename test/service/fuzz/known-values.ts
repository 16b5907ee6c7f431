/** Collects the ids, tokens and codes of earlier responses, for later requests. */
import { Effect } from "effect"
import { send } from "../fixture.ts"
import { foreign, headersOf, internalKeys, other, own, OWNER, PASSWORD, SERVER_MARK } from "./seed.ts"

/** Values by the name of the field in which they are sent. */
export type KnownValues = Map<string, Array<string>>

const MAX_VALUES = 40

const learn = (known: KnownValues, name: string, value: string): void => {
  const values = known.get(name) ?? []
  if (values.includes(value)) return
  values.push(value)
  if (values.length > MAX_VALUES) values.splice(1, 1)
  known.set(name, values)
}

/** The field that refers to the `id` of a resource, by its path. */
const idNames: ReadonlyArray<readonly [RegExp, string]> = [
  [/\/users/, "user_id"],
  [/\/teams/, "team_id"],
  [/\/contact-channels/, "contact_channel_id"],
  [/\/api-keys/, "api_key_id"],
  [/\/(team|project)-permission/, "permission_id"],
  [/\/team-invitations/, "id"],
  [/\/projects/, "project_id"]
]

/** Collects values from a response. */
export const learnFrom = (known: KnownValues, path: string, value: unknown, depth = 0): void => {
  if (typeof value !== "object" || value === null || depth > 4) return
  for (const [key, member] of Object.entries(value).slice(0, 30)) {
    if (typeof member === "object") learnFrom(known, path, member, depth + 1)
    if (typeof member !== "string" || member.length > 3000) continue
    const name = key === "id" ? idNames.find(([pattern]) => pattern.test(path))?.[1] : key
    if (name !== undefined && /_id$|^id$|token$|code$|nonce$/.test(name)) learn(known, name, member)
  }
}

/** Collects the codes of all mails, including mails to other users. */
export const learnFromMail = Effect.fnUntraced(function* (known: KnownValues) {
  const { text } = yield* send("GET", "/_keystile/mailbox")
  for (const [code] of text.slice(0, 200_000).matchAll(/\b[\da-z]{45}\b/g)) learn(known, "code", code)
})

/** Fills both projects with data. Returns the values that callers know at the start. */
export const setUpProjects = Effect.gen(function* () {
  const known: KnownValues = new Map()
  for (const testProject of [foreign, own]) {
    for (const { id } of [testProject.user]) learn(known, "user_id", id)
    const signedIn = yield* send("POST", "/api/v1/auth/password/sign-in", {
      headers: headersOf(testProject, "client"),
      json: { email: testProject.user.email, password: PASSWORD }
    })
    learnFrom(known, "/auth", signedIn.json)
    const server = headersOf(testProject, "server")
    const make = Effect.fnUntraced(function* (path: string, json: object) {
      learnFrom(known, path, (yield* send("POST", `/api/v1${path}`, { headers: server, json })).json)
    })
    yield* make("/teams", {
      display_name: `${testProject.mark} team`,
      creator_user_id: testProject.user.id,
      server_metadata: SERVER_MARK
    })
    yield* make("/auth/sessions", { user_id: testProject.user.id })
    yield* make("/contact-channels", {
      user_id: testProject.user.id,
      type: "email",
      value: `second@${testProject.mark}.example`,
      used_for_auth: false
    })
    yield* make("/team-permission-definitions", { id: "fuzz:permission" })
    yield* send("POST", "/api/v1/project-permission-definitions", {
      headers: headersOf(testProject, "admin"),
      json: { id: "fuzz:project" }
    })
    yield* send("GET", "/api/v1/contact-channels", { headers: server }).pipe(
      Effect.map(({ json }) => learnFrom(known, "/contact-channels", json))
    )
    yield* send("GET", "/api/v1/internal/api-keys", { headers: headersOf(testProject, "admin") }).pipe(
      Effect.map(({ json }) => learnFrom(known, "/internal/api-keys", json))
    )
  }
  learn(known, "user_id", other.id)
  const session = yield* send("POST", "/api/v1/auth/password/sign-in", {
    headers: {
      "x-stack-project-id": "internal",
      "x-stack-access-type": "client",
      "x-stack-publishable-client-key": internalKeys.client
    },
    json: { email: OWNER.email, password: OWNER.password }
  })
  learnFrom(known, "/auth", session.json)
  return known
})
