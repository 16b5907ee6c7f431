/**
 * Secrets of a project's settings that are written and not read: client secrets of OAuth providers, the password of the
 * mail server and the secret key of Turnstile. They are empty in responses to sessions of owners, which pages have. An
 * empty secret in an update keeps the stored one.
 *
 * A stored secret is kept only where its recipient stays the same. Otherwise one request of a session could send it to
 * another mail server.
 *
 * This keeps secrets out of pages and does not hide them from the owner, or from a thief of the session: a session can
 * create an admin key, which reads them. See docs/security.md.
 */
import { Effect } from "effect"
import type {
  AdminProject,
  AdminProjectUpdate,
  EmailConfig,
  OAuthProvider
} from "../../../core/schema/admin-project.ts"
import type { SignUpProofSetting } from "../../../core/schema/sign-up-proof-setting.ts"
import { EMPTY_SECRET, isEmptySecret } from "../../crypto/secrets/empty-secret.ts"
import type { CallerValues } from "../../request/caller.ts"
import { schemaError } from "../../validation/schema-error.ts"
import { EmailConfigStore } from "./email-config-store.ts"
import { OAuthProviderStore } from "./oauth-provider-store.ts"
import { SignUpProofSettingStore } from "./sign-up-proof-setting-store.ts"

type Config = NonNullable<AdminProjectUpdate["config"]>

/** Returns whether the caller has a key of a server. Pages have the session of an owner. */
const hasServerKey = ({ ownerId, tier }: CallerValues): boolean => ownerId === null && tier !== "client"

const withoutClientSecret = (provider: OAuthProvider): OAuthProvider =>
  provider.type === "standard" ? { ...provider, clientSecret: EMPTY_SECRET } : provider

/** Returns the project as a caller may read it: for the session of an owner with empty secrets. */
export const hideSecrets = (project: AdminProject, caller: CallerValues): AdminProject => {
  if (hasServerKey(caller)) return project
  const { emailConfig, oauthProviders, signUpProof } = project.config
  return {
    ...project,
    config: {
      ...project.config,
      oauthProviders: oauthProviders.map(withoutClientSecret),
      emailConfig: emailConfig.type === "standard" ? { ...emailConfig, password: EMPTY_SECRET } : emailConfig,
      ...(signUpProof !== undefined && {
        signUpProof: signUpProof.type === "turnstile" ? { ...signUpProof, secretKey: EMPTY_SECRET } : signUpProof
      })
    }
  }
}

/**
 * Returns providers with the stored secrets of those whose client id stays the same. A stored secret that cannot be
 * decrypted stays empty: an update lists all providers, so it does not have to replace this one.
 */
const keepClientSecrets = Effect.fnUntraced(function* (projectId: string, given: ReadonlyArray<OAuthProvider>) {
  const isKept = (provider: OAuthProvider) => provider.type === "standard" && isEmptySecret(provider.clientSecret)
  if (!given.some(isKept)) return given
  const stored = yield* (yield* OAuthProviderStore).listSettings(projectId)
  return given.map((provider) => {
    const known = stored.find(({ id }) => id === provider.id)
    return isKept(provider) &&
      known?.type === "standard" &&
      provider.type === "standard" &&
      known.clientId === provider.clientId &&
      known.clientSecret !== undefined
      ? { ...provider, clientSecret: known.clientSecret }
      : provider
  })
})

type StandardEmail = Pick<Extract<EmailConfig, { type: "standard" }>, "host" | "password" | "port" | "username">

/**
 * Returns the password of a mail server: the stored one for an empty one, if server and user name are the stored ones.
 */
export const mailPasswordOf = Effect.fnUntraced(function* (
  projectId: string,
  { host, password, port, username }: StandardEmail
) {
  if (!isEmptySecret(password)) return password
  const stored = yield* (yield* EmailConfigStore).findSettings(projectId)
  const isSame =
    stored.type === "standard" && stored.host === host && stored.port === port && stored.username === username
  return isSame ? stored.password : password
})

const keepMailPassword = Effect.fnUntraced(function* (projectId: string, given: EmailConfig) {
  if (given.type === "shared") return given
  const password = yield* mailPasswordOf(projectId, given)
  if (isEmptySecret(password)) {
    return yield* schemaError("A project", [
      "body.config.email_config.password: Required: no readable one is stored for this host, port and user name"
    ])
  }
  return { ...given, password }
})

const keepTurnstileSecret = Effect.fnUntraced(function* (projectId: string, given: SignUpProofSetting) {
  if (given.type !== "turnstile" || !isEmptySecret(given.secretKey)) return given
  const stored = yield* (yield* SignUpProofSettingStore).findSettings(projectId)
  const isKept = stored?.type === "turnstile" && stored.siteKey === given.siteKey && !isEmptySecret(stored.secretKey)
  if (isKept) return stored
  return yield* schemaError("A project", [
    "body.config.sign_up_proof.secret_key: Required: no readable one is stored for this site key"
  ])
})

/** Returns the settings of an update with the stored secrets in place of empty ones. */
export const keepSecrets = Effect.fnUntraced(function* (projectId: string, config: Config) {
  const { emailConfig, oauthProviders, signUpProof } = config
  return {
    ...config,
    ...(oauthProviders !== undefined && { oauthProviders: yield* keepClientSecrets(projectId, oauthProviders) }),
    ...(emailConfig !== undefined && { emailConfig: yield* keepMailPassword(projectId, emailConfig) }),
    ...(signUpProof != null && { signUpProof: yield* keepTurnstileSecret(projectId, signUpProof) })
  }
})
