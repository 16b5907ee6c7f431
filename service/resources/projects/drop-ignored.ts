/**
 * Removes ignored fields from project settings: OAuth providers and mail servers of the type `shared` may have the
 * fields of the type `standard`, and clients since Stack Auth 2.8 repeat the id of a provider in another field.
 */
import { Effect, Predicate } from "effect"
import { without } from "../../endpoint/ignored-fields.ts"
import type { ReceivedRequest } from "../../request/received-request.ts"

const ignoredOfProvider = new Set(["client_id", "client_secret", "facebook_config_id", "microsoft_tenant_id"])
const ignoredOfMail = new Set(["host", "port", "username", "password", "sender_name", "sender_email"])

/** Clients since Stack Auth 2.8 repeat the id of a provider. */
const repeatedOfProvider = new Set(["provider_config_id"])

const ofShared =
  (ignored: ReadonlySet<string>) =>
  (settings: unknown): unknown =>
    Predicate.isReadonlyObject(settings) && settings["type"] === "shared" ? without(ignored)(settings) : settings

const dropOfProvider = (settings: unknown) => without(repeatedOfProvider)(ofShared(ignoredOfProvider)(settings))

/** Returns the request without the ignored fields. */
export const dropIgnored = (received: ReceivedRequest): Effect.Effect<ReceivedRequest> => {
  const { body } = received
  if (!Predicate.isReadonlyObject(body) || !Predicate.isReadonlyObject(body["config"])) return Effect.succeed(received)
  const { email_config: mail, oauth_providers: providers, ...config } = body["config"]
  return Effect.succeed({
    ...received,
    body: {
      ...body,
      config: {
        ...config,
        ...(mail !== undefined && { email_config: ofShared(ignoredOfMail)(mail) }),
        ...(providers !== undefined && {
          oauth_providers: Array.isArray(providers) ? providers.map(dropOfProvider) : providers
        })
      }
    }
  })
}
