/** The settings of a project that its sign-in pages show, read without a schema. */
import type * as Schema from "effect/Schema"
import { isJsonObject } from "../../core/json/json-object.ts"
import type { SignUpProofInfo } from "../../core/schema/sign-up-proof.ts"

/** The settings that determine the methods of the sign-in card. */
export interface MethodSettings {
  readonly signUpEnabled: boolean
  readonly credentialEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly oauthProviders: ReadonlyArray<{ readonly id: string }>
  /** The proof that sign-up needs. Absent without one, and until it is known. */
  readonly signUpProof?: SignUpProofInfo | undefined
}

/** The settings, and the name of the application in titles. */
export interface SignInSettings extends MethodSettings {
  readonly displayName: string
}

const isProvider = (value: Schema.Json): value is { readonly id: string } =>
  isJsonObject(value) && typeof value["id"] === "string"

const proofIn = (value: Schema.Json | undefined): SignUpProofInfo | null => {
  if (!isJsonObject(value)) return null
  const { site_key: siteKey, type } = value
  if (typeof type !== "string") return null
  return typeof siteKey === "string" ? { type, siteKey } : { type }
}

/** Returns the settings in a project as the service sends it; `null` if one is missing. */
export const settingsIn = (project: Schema.Json | undefined): SignInSettings | null => {
  if (!isJsonObject(project)) return null
  const { config, display_name: displayName } = project
  if (!isJsonObject(config) || typeof displayName !== "string") return null
  const {
    credential_enabled: credentialEnabled,
    enabled_oauth_providers: providers,
    magic_link_enabled: magicLinkEnabled,
    passkey_enabled: passkeyEnabled,
    sign_up_enabled: signUpEnabled,
    sign_up_proof: signUpProof
  } = config
  const proof = proofIn(signUpProof)
  return typeof credentialEnabled === "boolean" &&
    typeof magicLinkEnabled === "boolean" &&
    typeof passkeyEnabled === "boolean" &&
    typeof signUpEnabled === "boolean" &&
    Array.isArray(providers) &&
    providers.every(isProvider)
    ? {
        displayName,
        credentialEnabled,
        magicLinkEnabled,
        passkeyEnabled,
        signUpEnabled,
        oauthProviders: providers.map(({ id }) => ({ id })),
        ...(proof !== null && { signUpProof: proof })
      }
    : null
}
