/** A service to put into any state: one project, and its owner, a user of the project `internal`. */
import { Effect, Layer } from "effect"
import { sharedProviderIds } from "../../../service/providers/shared-provider-ids.ts"
import { layerTest } from "../../../service/service.ts"
import { asAdmin, keys, PROJECT_ID, readTokens, send } from "../fixture.ts"

export const internalKeys = {
  publishableClientKey: "pck_of_internal",
  secretServerKey: "ssk_of_internal",
  superSecretAdminKey: "sak_of_internal"
}

const ownerCredential = { email: "owner@example.com", password: "a good password" }

/** A project in which everything is allowed that a switch allows. */
export const service = Layer.orDie(
  layerTest({
    seed: {
      projects: [
        {
          id: PROJECT_ID,
          displayName: "New Project",
          keys,
          config: {
            magicLinkEnabled: true,
            passkeyEnabled: true,
            clientTeamCreationEnabled: true,
            clientUserDeletionEnabled: true,
            oauthProviders: sharedProviderIds.map((id) => ({ type: "shared", id })),
            allowPlainCodeChallenge: true
          }
        },
        {
          id: "internal",
          displayName: "Stack Dashboard",
          keys: internalKeys,
          users: [{ ...ownerCredential, serverMetadata: { managedProjectIds: [PROJECT_ID] } }]
        }
      ]
    }
  })
)

/** What an owner shows instead of a key: a token of the project `internal`. */
export const ownerToken = Effect.gen(function* () {
  const { json } = yield* send("POST", "/api/v1/auth/password/sign-in", {
    headers: {
      "x-stack-project-id": "internal",
      "x-stack-access-type": "client",
      "x-stack-publishable-client-key": internalKeys.publishableClientKey
    },
    json: ownerCredential
  })
  return (yield* Effect.orDie(readTokens(json))).access_token
})

/** A request of a set-up: it has to succeed, or the scenario is wrong. */
export const setUp = Effect.fnUntraced(function* (
  method: string,
  path: string,
  json?: unknown,
  headers: Readonly<Record<string, string>> = asAdmin
) {
  const answer = yield* send(method, `/api/v1${path}`, { headers, ...(json !== undefined && { json }) })
  if (answer.status >= 300) yield* Effect.die(`The set-up failed: ${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.json
})

/** Changes settings of the project, as its owner would. */
export const configure = (config: object) => setUp("PATCH", "/projects/current", { config })
