/** Provides everything that the handlers of the contract use, in development and in production. */
import { Layer } from "effect"
import * as AccessTokens from "./crypto/access-tokens.ts"
import * as KeyRing from "./crypto/key-ring.ts"
import * as InstallationSecret from "./crypto/secrets/installation-secret.ts"
import { layerFirstEncryption } from "./crypto/secrets/reencrypt.ts"
import * as RateLimits from "./http/rate-limits/rate-limits.ts"
import * as Smtp from "./mail/smtp.ts"
import * as AbandonedUserStore from "./pruning/abandoned-user-store.ts"
import { layer as deletedProjects } from "./pruning/delete-project-rows.ts"
import * as ExpiredRowsStore from "./pruning/expired-rows-store.ts"
import * as Pruner from "./pruning/pruner.ts"
import { layer as resources } from "./resources.ts"
import * as ProjectKeys from "./resources/api-keys/project-keys.ts"
import * as Mailer from "./resources/emails/mailer.ts"
import { DefaultProjectSettings } from "./resources/projects/new-project.ts"
import { DAY_MILLIS } from "./time/durations.ts"

export interface ContextOptions {
  /** The lifetime of access tokens, in seconds. */
  readonly lifetimeSeconds: number
  /** The days for which entries of the audit log are kept. */
  readonly auditDays: number
  /** The days without activity after which anonymous users are deleted; `null` keeps them. */
  readonly anonymousDays: number | null
  /** The first encrypts secrets in the database, all decrypt. Empty in development. */
  readonly secrets: InstallationSecret.Secrets
  readonly smtp: Smtp.SmtpOptions | undefined
  /** Rate limits of a seed by project id, for development. They precede the stored ones. */
  readonly limits: Parameters<typeof RateLimits.layer>[0]
  /** Settings of projects that the API creates. */
  readonly newProjects: DefaultProjectSettings["Service"]
}

/** Requires the database, the mailbox and the password hasher. */
export const layerContext = ({
  anonymousDays,
  auditDays,
  lifetimeSeconds,
  limits,
  newProjects,
  secrets,
  smtp
}: ContextOptions) =>
  Layer.mergeAll(
    Layer.provideMerge(AccessTokens.layer(lifetimeSeconds), KeyRing.layer(lifetimeSeconds)),
    Layer.provide(
      Pruner.layer,
      Layer.merge(
        ExpiredRowsStore.layer({ accessToken: lifetimeSeconds * 1000, auditEntry: auditDays * DAY_MILLIS }),
        AbandonedUserStore.layer(anonymousDays === null ? null : anonymousDays * DAY_MILLIS)
      )
    ).pipe(Layer.provideMerge(deletedProjects)),
    Layer.succeed(DefaultProjectSettings, newProjects),
    Layer.provideMerge(Mailer.layer, Smtp.layer(smtp)),
    ProjectKeys.layer,
    layerFirstEncryption,
    RateLimits.layer(limits)
  ).pipe(Layer.provideMerge(resources), Layer.provideMerge(InstallationSecret.layer(secrets)))
