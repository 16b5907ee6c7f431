/**
 * Where the fuzzer plays: two projects with users and teams, marks in their data by which a leak is known, and all that a
 * caller may know or have stolen.
 */
import { Effect } from "effect"
import type { SeedInput } from "../../../service/index.ts"
import { type Headers, send } from "../fixture.ts"

export interface Side {
  readonly id: string
  readonly keys: { readonly client: string; readonly server: string; readonly admin: string }
  /** Stands in all of its data, and is never sent by the fuzzer. */
  readonly mark: string
  readonly user: { readonly id: string; readonly email: string }
}

const side = (digit: string, name: string): Side => ({
  id: `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`,
  keys: { client: `pck_of_project_${name}`, server: `ssk_of_project_${name}`, admin: `sak_of_project_${name}` },
  mark: `mark-of-${name}`,
  user: {
    id: `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-9${digit.repeat(3)}-${digit.repeat(12)}`,
    email: `user@mark-of-${name}.example`
  }
})

export const own = side("1", "own")
export const foreign = side("2", "foreign")
/** Where those who know the way go it (see `leads.ts`). Chance never shows its keys. */
export const stage = side("5", "stage")
export const sides = [own, foreign, stage]

/** Stands in what only servers may see. */
export const SERVER_MARK = "mark-for-servers"

/** Another user of the own project. */
export const other = { id: "33333333-3333-4333-8333-333333333333", mark: "mark-of-another-user" }

/** A user of both projects whose credential every caller knows. */
export const GUEST = { email: "guest@fuzz.example", password: "correct horse" }

/** Never comes back from anywhere. */
export const TOTP_SECRET = "TUFSSy1PRi1BLVRPVFAtU0VDUkVU"
export const PASSWORD = "mark-of-a-password"

/** Of the projects `own`, and of all that they make. */
export const OWNER = { id: "44444444-4444-4444-8444-444444444444", email: "owner@internal.example", password: PASSWORD }
export const internalKeys = { client: "pck_of_internal", server: "ssk_of_internal", admin: "sak_of_internal" }

const project = ({ id, keys, mark, user }: Side): SeedInput["projects"][number] => ({
  id,
  displayName: `${mark} project`,
  description: `${mark} description`,
  keys: { publishableClientKey: keys.client, secretServerKey: keys.server, superSecretAdminKey: keys.admin },
  config: {
    credentialEnabled: true,
    magicLinkEnabled: true,
    passkeyEnabled: true,
    clientTeamCreationEnabled: true,
    clientUserDeletionEnabled: true,
    oauthProviders: [
      { type: "shared", id: "google" },
      { type: "standard", id: "github", endpoints: "embedded" }
    ]
  },
  domains: [{ domain: `https://${mark}.example`, handlerPath: "/handler" }],
  limits: "off",
  users: [
    {
      ...user,
      password: PASSWORD,
      emailVerified: true,
      displayName: `${mark} name`,
      clientMetadata: { mark },
      serverMetadata: { mark: `${mark} ${SERVER_MARK}` }
    },
    GUEST,
    ...(id === own.id
      ? [
          {
            id: other.id,
            email: `other@${other.mark}.example`,
            password: PASSWORD,
            displayName: "Another user",
            clientMetadata: { mark: other.mark },
            serverMetadata: SERVER_MARK,
            totpSecret: TOTP_SECRET
          }
        ]
      : [])
  ]
})

export const seed: SeedInput = {
  projects: [
    project(own),
    project(foreign),
    project(stage),
    {
      id: "internal",
      displayName: "Internal",
      limits: "off",
      keys: {
        publishableClientKey: internalKeys.client,
        secretServerKey: internalKeys.server,
        superSecretAdminKey: internalKeys.admin
      },
      users: [
        {
          ...OWNER,
          serverMetadata: { managedProjectIds: [own.id] }
        }
      ]
    }
  ]
}

export type Tier = "client" | "server" | "admin"

export const keyHeaders: Readonly<Record<Tier, string>> = {
  client: "x-stack-publishable-client-key",
  server: "x-stack-secret-server-key",
  admin: "x-stack-super-secret-admin-key"
}

export const headersOf = ({ id, keys }: Side, tier: Tier): Headers => ({
  "x-stack-project-id": id,
  "x-stack-access-type": tier,
  [keyHeaders[tier]]: keys[tier]
})

/** What callers learned so far, by the name under which it is sent: ids, tokens, codes. */
export type Known = Map<string, Array<string>>

const MOST = 40

const learn = (known: Known, name: string, value: string): void => {
  const values = known.get(name) ?? []
  if (values.includes(value)) return
  values.push(value)
  if (values.length > MOST) values.splice(1, 1)
  known.set(name, values)
}

/** By the resource that names it: how others refer to its `id`. */
const idNames: ReadonlyArray<readonly [RegExp, string]> = [
  [/\/users/, "user_id"],
  [/\/teams/, "team_id"],
  [/\/contact-channels/, "contact_channel_id"],
  [/\/api-keys/, "api_key_id"],
  [/\/team-permission/, "permission_id"],
  [/\/team-invitations/, "id"],
  [/\/projects/, "project_id"]
]

/** Learns from an answer. */
export const learnFrom = (known: Known, path: string, value: unknown, depth = 0): void => {
  if (typeof value !== "object" || value === null || depth > 4) return
  for (const [key, member] of Object.entries(value).slice(0, 30)) {
    if (typeof member === "object") learnFrom(known, path, member, depth + 1)
    if (typeof member !== "string" || member.length > 3000) continue
    const name = key === "id" ? idNames.find(([pattern]) => pattern.test(path))?.[1] : key
    if (name !== undefined && /_id$|^id$|token$|code$|nonce$/.test(name)) learn(known, name, member)
  }
}

/** Reads the mail of everybody: codes are worth most to those whom they are not for. */
export const learnFromMail = Effect.fnUntraced(function* (known: Known) {
  const { text } = yield* send("GET", "/_keystile/mailbox")
  for (const [code] of text.slice(0, 200_000).matchAll(/\b[\da-z]{45}\b/g)) learn(known, "code", code)
})

/** The world at its beginning, from both sides. */
export const begin = Effect.gen(function* () {
  const known: Known = new Map()
  for (const side of [foreign, own]) {
    for (const { id } of [side.user]) learn(known, "user_id", id)
    const signedIn = yield* send("POST", "/api/v1/auth/password/sign-in", {
      headers: headersOf(side, "client"),
      json: { email: side.user.email, password: PASSWORD }
    })
    learnFrom(known, "/auth", signedIn.json)
    const server = headersOf(side, "server")
    const make = Effect.fnUntraced(function* (path: string, json: object) {
      learnFrom(known, path, (yield* send("POST", `/api/v1${path}`, { headers: server, json })).json)
    })
    yield* make("/teams", {
      display_name: `${side.mark} team`,
      creator_user_id: side.user.id,
      server_metadata: SERVER_MARK
    })
    yield* make("/auth/sessions", { user_id: side.user.id })
    yield* make("/contact-channels", {
      user_id: side.user.id,
      type: "email",
      value: `second@${side.mark}.example`,
      used_for_auth: false
    })
    yield* make("/team-permission-definitions", { id: "fuzz:permission" })
    yield* send("GET", "/api/v1/contact-channels", { headers: server }).pipe(
      Effect.map(({ json }) => learnFrom(known, "/contact-channels", json))
    )
    yield* send("GET", "/api/v1/internal/api-keys", { headers: headersOf(side, "admin") }).pipe(
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
