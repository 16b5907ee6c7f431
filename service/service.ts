/**
 * The embedded service: the contract of `core/api` from the other side, on SQLite or PostgreSQL.
 *
 * ```
 * listen (HTTP) · in-memory (a Transport) · web-handler (Request → Response)
 *                         Service.handle
 *   http/       host → route → caller → tier → body → handler → response; rate limits
 *   endpoint/   `implement`: joins an endpoint of the contract to its handler
 *   resources/  handlers decide, stores hold the SQL of a resource
 *   crypto/     passwords, access tokens     sql/        drivers, transactions, migrations
 *   mail/       rendering, SMTP, mailbox     webhooks/   events, delivery
 *   providers/  OAuth provider definitions   pruning/    deletes expired rows
 *   tools/      control API at /_keystile, seeds, API document     faults/  injected faults
 * ```
 *
 * @example
 * const program = Effect.gen(function*() {
 *   const [project] = yield* (yield* ProjectKeys).list
 *   const { url } = yield* listen({ port: 8102 })
 *   …
 * })
 * program.pipe(Effect.scoped, Effect.provide(layer({ database: "keystile.db" })))
 */
import { Clock, Context, Data, Effect, Layer, References, Tracer } from "effect"
import { SqlClient } from "effect/sql"
import * as AccessTokens from "./crypto/access-tokens.ts"
import * as PasswordHasher from "./crypto/password-hasher.ts"
import { layerTest as passwordHasherTest } from "./crypto/password-hasher-test.ts"
import * as ServerSecret from "./crypto/server-secret-store.ts"
import * as ServiceClock from "./service-clock.ts"
import type { ResponseHeaders } from "./endpoint/response-headers.ts"
import { isControl, makeHandleControl } from "./tools/control/handle-control.ts"
import type { Caller } from "./endpoint/caller.ts"
import type { ServiceRequest, ServiceResponse } from "./endpoint/service-request.ts"
import * as Faults from "./faults/faults.ts"
import { MailFaults } from "./mail/mail-faults.ts"
import { type HandleOptions, makeHandle } from "./http/handle.ts"
import type { AllowedHosts } from "./http/allowed-hosts.ts"
import { makeBodyMemory } from "./http/body-memory.ts"
import { makeOutage } from "./http/outage.ts"
import * as RequestLog from "./http/request-log.ts"
import * as DefinitionStore from "./resources/permissions/definition-store.ts"
import * as GrantStore from "./resources/permissions/grant-store.ts"
import * as Mailbox from "./mail/mailbox.ts"
import * as Mailer from "./resources/emails/mailer.ts"
import * as MailStore from "./mail/mail-store.ts"
import * as MetricsStore from "./resources/metrics/metrics-store.ts"
import * as OAuthStores from "./resources/oauth/stores.ts"
import * as RateLimits from "./http/rate-limits/rate-limits.ts"
import * as Smtp from "./mail/smtp.ts"
import * as TemplateStore from "./resources/emails/template-store.ts"
import * as TotpUseStore from "./resources/mfa/totp-use-store.ts"
import * as ApiKeyStore from "./resources/api-keys/api-key-store.ts"
import { DefaultProjectSettings } from "./resources/projects/new-project.ts"
import * as OwnershipStore from "./resources/projects/ownership-store.ts"
import * as ProjectKeys from "./resources/api-keys/project-keys.ts"
import * as ProjectSettingsStore from "./resources/projects/project-settings-store.ts"
import * as ProjectStore from "./resources/projects/project-store.ts"
import * as ExpiredRowsStore from "./pruning/expired-rows-store.ts"
import * as Pruner from "./pruning/pruner.ts"
import { controls, implementations } from "./resources.ts"
import { applyFirstStart, applySeed } from "./tools/seed/apply-seed.ts"
import { readSeed, type SeedInput, type SeedInvalid } from "./tools/seed/seed.ts"
import * as SessionStore from "./resources/sessions/session-store.ts"
import * as Database from "./sql/database.ts"
import type { DatabaseUnusable } from "./sql/database-file.ts"
import * as InvitationStore from "./resources/team-invitations/invitation-store.ts"
import * as ProfileStore from "./resources/team-members/profile-store.ts"
import { MembershipStore } from "./resources/team-members/membership-store.ts"
import { TeamStore } from "./resources/teams/team-store.ts"
import * as ChannelStore from "./resources/contact-channels/channel-store.ts"
import * as PasskeyStore from "./resources/passkeys/passkey-store.ts"
import * as PasswordStore from "./resources/passwords/password-store.ts"
import { UserStore } from "./resources/users/user-store.ts"
import * as VerificationCodeStore from "./resources/verification-codes/verification-code-store.ts"
import * as Dispatcher from "./webhooks/dispatcher.ts"
import * as DeliveryStore from "./webhooks/delivery-store.ts"
import * as WebhookEvents from "./webhooks/events.ts"
import * as MessageStore from "./webhooks/message-store.ts"
import * as Outbox from "./webhooks/outbox.ts"
import * as PortalTokenStore from "./webhooks/portal-token-store.ts"
import * as TargetStore from "./webhooks/target-store.ts"

export interface ServiceOptions {
  /**
   * A file, a PostgreSQL database by URL (`postgres://user:password@host:port/name`), or `:memory:`, the default. Several
   * services may share a PostgreSQL database; faults, the clock and the request log stay with each of them.
   */
  readonly database?: string | undefined
  /** The projects and users to start with. Without one there is a project called `My project`. */
  readonly seed?: SeedInput | undefined
  /** How long access tokens are good, in seconds. Default 600, at least 20. */
  readonly accessTokenLifetimeSeconds?: number | undefined
  /**
   * Names under which the service may be called, besides those of its own machine. Default `any`, which suits a service
   * that is not reached through a port; one that is should not answer to foreign names.
   */
  readonly allowedHosts?: AllowedHosts | undefined
  /**
   * How many proxies stand before the service and add to `X-Forwarded-For`. Default 0: the header is not read, and the
   * address of the connection counts.
   */
  readonly trustedProxies?: number | undefined
  /** Which SMTP servers projects may use. */
  readonly smtp?: Smtp.SmtpOptions | undefined
}

/** An option that cannot be right. */
export class OptionInvalid extends Data.TaggedError("OptionInvalid")<{
  readonly option: keyof ServiceOptions
  readonly problem: string
}> {
  override get message(): string {
    return `The option ${this.option} cannot be used: ${this.problem}`
  }
}

/** Why a service does not start. Nothing has been damaged. */
export type StartError = OptionInvalid | SeedInvalid | DatabaseUnusable

export class Service extends Context.Service<
  Service,
  {
    /** Answers one request, in the fiber of the caller: on its clock, and interrupted with it. */
    readonly handle: (request: ServiceRequest) => Effect.Effect<ServiceResponse>
  }
>()("keystile/service/Service") {}

/** What the outside may see of a running service. */
export type Running =
  | Service
  | Faults.Faults
  | Mailbox.Mailbox
  | ProjectKeys.ProjectKeys
  | RequestLog.RequestLog
  | ServiceClock.ServiceClock

/** A service. How passwords are hashed is left open. */
export const layerNoDeps = (
  options: ServiceOptions = {}
): Layer.Layer<Running, StartError, PasswordHasher.PasswordHasher> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const lifetime = yield* readLifetime(options.accessTokenLifetimeSeconds)
      const trustedProxies = yield* readProxies(options.trustedProxies)
      const { database = Database.MEMORY, smtp } = options
      // Before the database is opened: a broken seed must leave no trace.
      const seed = options.seed === undefined ? null : yield* readSeed(options.seed)

      const stores = Layer.mergeAll(
        ApiKeyStore.layer,
        ChannelStore.layer,
        DefinitionStore.layer,
        GrantStore.layer,
        InvitationStore.layer,
        MailStore.layer,
        OAuthStores.layer,
        PasswordStore.layer,
        MetricsStore.layer,
        OwnershipStore.layer,
        PasskeyStore.layer,
        PortalTokenStore.layer,
        ProfileStore.layer,
        ProjectSettingsStore.layer,
        ProjectStore.layer,
        SessionStore.layer,
        TemplateStore.layer,
        TargetStore.layer,
        TotpUseStore.layer,
        VerificationCodeStore.layer
      )
      // The stores of users, teams and memberships are those that tell what they change.
      const webhooks = WebhookEvents.layer.pipe(
        Layer.provideMerge(Outbox.layer),
        Layer.provideMerge(Dispatcher.layer),
        Layer.provideMerge(Layer.merge(MessageStore.layer, DeliveryStore.layer))
      )
      const mail = Layer.provideMerge(Mailer.layer, Layer.merge(Mailbox.layer, Smtp.layer(smtp)))
      const resources = Layer.merge(mail, Layer.provide(AccessTokens.layer(lifetime), ServerSecret.layer)).pipe(
        Layer.provideMerge(Layer.merge(stores, webhooks)),
        Layer.merge(Layer.provide(Pruner.layer, ExpiredRowsStore.layer(lifetime * 1000))),
        Layer.provideMerge(Database.layer(database))
      )
      const mailbox = Layer.effect(Mailbox.Mailbox, Mailbox.Mailbox)
      const seeded = Layer.effectDiscard(seed === null ? applyFirstStart : applySeed(seed))

      const defaultProjectSettings = Layer.succeed(DefaultProjectSettings, seed?.newProjects ?? {})
      const limits = new Map(seed?.projects.flatMap(({ id, limits }) => (limits === undefined ? [] : [[id, limits]])))

      return Layer.mergeAll(
        serviceLayer({
          allowedHosts: options.allowedHosts ?? "any",
          trustedProxies,
          outage: makeOutage(),
          bodyMemory: makeBodyMemory()
        }),
        mailbox,
        ProjectKeys.layer,
        seeded
      ).pipe(
        Layer.provide(Layer.mergeAll(Layer.provideMerge(RateLimits.layer(limits), resources), defaultProjectSettings)),
        Layer.provideMerge(Layer.mergeAll(Faults.layer, RequestLog.layer, ServiceClock.layer)),
        Database.unusableWhenUnavailable(database)
      )
    })
  )

/** A service with real password hashes. */
export const layer = (options: ServiceOptions = {}): Layer.Layer<Running, StartError> =>
  Layer.provide(layerNoDeps(options), PasswordHasher.layer)

/** A service for tests: passwords hash in no time, and everything is synchronous, so that it fits virtual time. */
export const layerTest = (options: ServiceOptions = {}): Layer.Layer<Running, StartError> =>
  Layer.provide(layerNoDeps(options), passwordHasherTest)

const readLifetime = Effect.fnUntraced(function* (seconds: number = AccessTokens.DEFAULT_LIFETIME_SECONDS) {
  if (Number.isInteger(seconds) && seconds >= AccessTokens.MIN_LIFETIME_SECONDS) return seconds
  return yield* new OptionInvalid({
    option: "accessTokenLifetimeSeconds",
    problem: `it has to be a whole number of seconds, at least ${AccessTokens.MIN_LIFETIME_SECONDS}.`
  })
})

const readProxies = Effect.fnUntraced(function* (count: number = 0) {
  if (Number.isInteger(count) && count >= 0 && count <= 10) return count
  return yield* new OptionInvalid({ option: "trustedProxies", problem: "it has to be a whole number from 0 to 10." })
})

/** What the handlers work with. */
const tools = [
  ...OAuthStores.tools,
  AccessTokens.AccessTokens,
  ApiKeyStore.ApiKeyStore,
  ChannelStore.ChannelStore,
  DefinitionStore.DefinitionStore,
  Faults.Faults,
  GrantStore.GrantStore,
  InvitationStore.InvitationStore,
  DefaultProjectSettings,
  Mailbox.Mailbox,
  Dispatcher.Dispatcher,
  Mailer.Mailer,
  MailFaults,
  MembershipStore,
  MessageStore.MessageStore,
  MetricsStore.MetricsStore,
  OwnershipStore.OwnershipStore,
  PasskeyStore.PasskeyStore,
  PasswordHasher.PasswordHasher,
  PasswordStore.PasswordStore,
  PortalTokenStore.PortalTokenStore,
  ProfileStore.ProfileStore,
  ProjectSettingsStore.ProjectSettingsStore,
  ProjectStore.ProjectStore,
  RateLimits.RateLimits,
  RequestLog.RequestLog,
  ServiceClock.ServiceClock,
  SessionStore.SessionStore,
  Smtp.Smtp,
  SqlClient.SqlClient,
  TargetStore.TargetStore,
  TeamStore,
  TemplateStore.TemplateStore,
  TotpUseStore.TotpUseStore,
  UserStore,
  VerificationCodeStore.VerificationCodeStore
] as const
type Tools = Context.Service.Identifier<(typeof tools)[number]>

/** Effect's own tracer shows its spans to nobody, so none are made for it: each statement would be one. */
const unlessTraced = (callers: Context.Context<never>): Context.Context<never> =>
  Context.get(callers, Tracer.Tracer) === Tracer.nativeTracer
    ? Context.add(callers, References.TracerEnabled, false)
    : callers

const serviceLayer = (options: HandleOptions) =>
  Layer.effect(
    Service,
    Effect.gen(function* () {
      const own = Context.pick(...tools)(yield* Effect.context<Tools>())
      const { run } = yield* ServiceClock.ServiceClock
      const { pruneWhenDue } = yield* Pruner.Pruner
      const handle = makeHandle<Tools | Caller | ResponseHeaders>(implementations, options)
      const handleControl = makeHandleControl<Tools>(controls, options)
      // Most requests come from one place, such as a port, with the same context each time, and so with the same clock.
      let last: { readonly callers: Context.Context<never>; readonly merged: Context.Context<Tools> } | undefined
      const withOwn = (callers: Context.Context<never>) => {
        if (last?.callers !== callers) {
          const clock = Effect.runSyncWith(callers)(run(Clock.Clock))
          last = { callers, merged: Context.merge(unlessTraced(callers), own).pipe(Context.add(Clock.Clock, clock)) }
        }
        return last.merged
      }
      return Service.of({
        // The service's own tools come before whatever the caller's program calls by the same name; its clock, log and
        // spans are the caller's.
        handle: (request) => {
          const answer: Effect.Effect<ServiceResponse, never, Tools> = isControl(request)
            ? handleControl(request)
            : handle(request)
          const answerAndPrune = Effect.tap(answer, pruneWhenDue)
          return Effect.updateContext(answerAndPrune, withOwn)
        }
      })
    })
  )
