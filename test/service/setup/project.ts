/** A service with one project and its owner, a user of the project `internal`. */
import { Effect, Layer } from "effect"
import { sharedProviderIds } from "../../../service/providers/shared-provider-ids.ts"
import { layerTest } from "../../../service/development.ts"
import type { SeedInput } from "../../../service/development/seed/seed.ts"
import { layerMailbox } from "./mailed-texts.ts"
import { asAdmin, keys, OTHER_PROJECT_ID, otherKeys, PROJECT_ID, send } from "../fixture.ts"
import { readSession } from "../responses.ts"

export const internalKeys = {
  publishableClientKey: "pck_of_internal",
  secretServerKey: "ssk_of_internal",
  superSecretAdminKey: "sak_of_internal"
}

const ownerCredential = { email: "owner@example.com", password: "a good password" }

const config = {
  magicLinkEnabled: true,
  passkeyEnabled: true,
  clientTeamCreationEnabled: true,
  clientUserDeletionEnabled: true,
  allowUserApiKeys: true,
  allowTeamApiKeys: true,
  oauthProviders: sharedProviderIds.map((id) => ({ type: "shared" as const, id })),
  allowPlainCodeChallenge: true
}

/** A project with every option enabled, and another one. */
export const seed: SeedInput = {
  projects: [
    { id: PROJECT_ID, displayName: "New Project", keys, config },
    { id: OTHER_PROJECT_ID, displayName: "Other", keys: otherKeys, config },
    {
      id: "internal",
      displayName: "Stack Dashboard",
      keys: internalKeys,
      users: [{ ...ownerCredential, serverMetadata: { managedProjectIds: [PROJECT_ID] } }]
    }
  ]
}

export const service = Layer.provideMerge(layerMailbox, Layer.orDie(layerTest({ seed })))

/** Signs in the owner. Returns the access token that replaces a key. */
export const ownerToken = Effect.gen(function* () {
  const { json } = yield* send("POST", "/api/v1/auth/password/sign-in", {
    headers: {
      "x-stack-project-id": "internal",
      "x-stack-access-type": "client",
      "x-stack-publishable-client-key": internalKeys.publishableClientKey
    },
    json: ownerCredential
  })
  return (yield* readSession(json)).access_token
})

/** Sends a request of the set-up, which has to succeed. */
export const setUp = Effect.fnUntraced(function* (
  method: string,
  path: string,
  json?: unknown,
  headers: Readonly<Record<string, string>> = asAdmin
) {
  const response = yield* send(method, `/api/v1${path}`, { headers, ...(json !== undefined && { json }) })
  if (response.status >= 300)
    yield* Effect.die(`The set-up failed: ${method} ${path}: ${response.status} ${response.text}`)
  return response.json
})
