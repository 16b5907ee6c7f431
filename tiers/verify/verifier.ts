/**
 * Verifies access tokens with the project's public keys, without a request to the service for each token. Tokens of
 * services since Stack Auth 2.8, too.
 *
 * A token is valid until it expires, also when its user signed out or was deleted meanwhile. Where that matters,
 * read the user from the service.
 *
 * @example
 * import * as Verify from "keystile/verify"
 *
 * const program = Effect.gen(function*() {
 *   const verifier = yield* Verify.Verifier
 *   const { userId } = yield* verifier.verify(token)
 * }).pipe(Effect.catchTag("AccessTokenRejected", ({ reason }) => …))
 * program.pipe(Effect.provide(Verify.layerConfig()))
 */
import * as Clock from "effect/Clock"
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import { makeShared } from "../../core/sharing/shared-values.ts"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import { readProject } from "../../core/config/read-config.ts"
import { CallTrace } from "../../core/http/tracing.ts"
import { Transport } from "../../core/http/transport.ts"
import * as FetchTransport from "../../core/http/transport-fetch.ts"
import { tokenFrom } from "../../core/session/tokens.ts"
import type { Environment } from "../../core/environment/variables.ts"
import { publicEnvironment } from "../../core/environment/public-environment.ts"
import { readEnvironment } from "../server-environment.ts"
import { type AccessTokenClaims, ALGORITHMS, checkClaims, checkHeader } from "./claims.ts"
import { type Jose, jose } from "./jose.ts"
import { type KeySet, makeKeySet } from "./key-set.ts"
import { acceptedUsers, readTimes, type VerifierOptions } from "./options.ts"
import { AccessTokenRejected, type KeysUnavailable, type RejectionReason } from "./rejected.ts"

/** Verifies access tokens by the public keys of the project. */
export class Verifier extends Context.Service<
  Verifier,
  {
    /**
     * Verifies an access token: its signature by a key of the project, its issuer, project and times.
     *
     * Fails with `AccessTokenRejected` for an invalid token, with `KeysUnavailable` when the keys cannot be fetched.
     */
    readonly verify: (
      token: string | Redacted.Redacted<string>
    ) => Effect.Effect<AccessTokenClaims, AccessTokenRejected | KeysUnavailable>
    /** Tokens of this project are accepted, and no others. */
    readonly projectId: string
  }
>()("keystile/Verifier") {}

const reject = (reason: RejectionReason) => new AccessTokenRejected({ reason })

/** Returns the result of a function. Rejects the token as malformed if the function throws. */
const orMalformed = <A>(read: () => A) => Effect.try({ try: read, catch: () => reject("malformed") })

const readPayload = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))

type Key = Parameters<Jose["compactVerify"]>[1]

const checkSignature = (token: string, key: Key, { compactVerify }: Jose) =>
  Effect.tryPromise({
    try: () => compactVerify(token, key, { algorithms: ALGORITHMS }),
    catch: (error) => {
      const isSignature = Predicate.hasProperty(error, "code") && error.code === "ERR_JWS_SIGNATURE_VERIFICATION_FAILED"
      return reject(isSignature ? "signature" : "malformed")
    }
  })

/** One key set per configuration and process, also if a program makes a verifier for each request. */
const share = makeShared<KeySet>()

/** Makes a verifier over the transport in the context. Missing options are read from `environment`. */
export const makeOver = Effect.fnUntraced(function* (options: VerifierOptions, environment: Environment) {
  const project = yield* readProject(options, environment)
  const times = yield* readTimes(options)
  const users = acceptedUsers(options)
  const transport = yield* Transport
  const trace = yield* CallTrace
  const keys = share(
    {
      objects: [transport, trace],
      key: [project.baseUrl, project.projectId, ...Object.values(times), ...Object.values(users)]
    },
    () => makeKeySet({ ...project, ...users }, times)
  )
  const connected = Context.make(Transport, transport).pipe(Context.add(CallTrace, trace))

  return Verifier.of({
    projectId: project.projectId,
    verify: Effect.fnUntraced(function* (given) {
      const token = tokenFrom(Redacted.isRedacted(given) ? Redacted.value(given) : given)
      if (token === null) return yield* reject("malformed")
      const text = Redacted.value(token)
      // The form of a JWS in compact serialization (RFC 7515, section 3.1).
      if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)) return yield* reject("malformed")
      const library = yield* jose
      const header = checkHeader(yield* orMalformed(() => library.decodeProtectedHeader(text)))
      if ("refused" in header) return yield* reject(header.refused)
      const key = yield* Effect.provideContext(keys.find(header.kid), connected)
      const { payload } = yield* checkSignature(text, key, library)
      const checked = checkClaims(yield* orMalformed(() => readPayload(payload)), {
        ...project,
        ...times,
        ...users,
        now: yield* Clock.currentTimeMillis
      })
      return "refused" in checked ? yield* reject(checked.refused) : checked.claims
    })
  })
})

/** A verifier over `fetch`, as an effect. Options win over environment variables. */
export const make = (options: VerifierOptions = {}): Effect.Effect<Verifier["Service"], ConfigurationError> =>
  FetchTransport.provide(Effect.suspend(() => makeOver(options, publicEnvironment())))

/** A verifier over `fetch`. Options win over environment variables. */
export const layer = (options: VerifierOptions = {}): Layer.Layer<Verifier, ConfigurationError> =>
  Layer.effect(Verifier, make(options))

/** A verifier over a transport of your own. Options win over environment variables. */
export const layerNoDeps = (options: VerifierOptions = {}): Layer.Layer<Verifier, ConfigurationError, Transport> =>
  Layer.effect(
    Verifier,
    Effect.suspend(() => makeOver(options, publicEnvironment()))
  )

/** A verifier with project and URL of Effect's `Config`, under the names of the environment variables. */
export const layerConfig = (
  options: VerifierOptions = {}
): Layer.Layer<Verifier, ConfigurationError | Config.ConfigError> =>
  Layer.effect(
    Verifier,
    Effect.flatMap(readEnvironment("client"), (environment) => FetchTransport.provide(makeOver(options, environment)))
  )
