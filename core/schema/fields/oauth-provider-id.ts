/** Ids of the supported OAuth providers. */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { providerNames } from "../../../look/providers.ts"

/** The id of a provider: one of the keys of the tables in look/providers.ts. */
export const OAuthProviderId = Schema.Literals(Struct.keys(providerNames))

export type OAuthProviderId = typeof OAuthProviderId.Type
