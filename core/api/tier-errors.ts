/**
 * The known errors that the calls of each tier fail with, as schema unions.
 *
 * They are derived from the contract: the errors that the endpoints of a tier declare, and its common errors.
 */
import * as Schema from "effect/Schema"
import { clientErrors } from "../errors/client-errors.ts"
import { commonErrors } from "../errors/common-errors.ts"
import { type AnyKnownError, errorBody } from "../errors/known-error.ts"
import type { Endpoint } from "../http/endpoint.ts"
import type { Tier } from "../schema/tier.ts"
import { endpoints } from "./endpoints.ts"
import type * as resources from "./index.ts"

type Resources = typeof resources

/** The errors that an endpoint declares, if the tier may call it. */
type DeclaredBy<Listed, T extends Tier> =
  Listed extends Endpoint<infer _Input, infer _Success, infer Failure, infer Access>
    ? T extends Access
      ? Failure
      : never
    : never

/** The errors that any endpoint of the tier declares. */
type DeclaredFor<T extends Tier> = {
  [Resource in keyof Resources]: {
    [Name in keyof Resources[Resource]]: DeclaredBy<Resources[Resource][Name], T>
  }[keyof Resources[Resource]]
}[keyof Resources]

const unionFor = <T extends Tier, const Common extends ReadonlyArray<AnyKnownError>>(tier: T, common: Common) => {
  type TierError = DeclaredFor<T> | InstanceType<Common[number]>
  const declared = endpoints.filter(({ tiers }) => tiers.includes(tier)).flatMap(({ errors }) => errors)
  // `filter` does not narrow the errors to those of the tier.
  const classes = [...new Set([...declared, ...common])] as ReadonlyArray<AnyKnownError<TierError>>
  return Schema.Union(classes.map((known) => errorBody(known)))
}

/**
 * Codec between the known errors of the client tier and their bodies on the wire, `{ code, error, details? }`.
 *
 * @example Schema.decodeUnknownEffect(ClientKnownError)(await response.json())
 */
export const ClientKnownError = unionFor("client", clientErrors)
/** A known error of the calls of the client tier. */
export type ClientKnownError = typeof ClientKnownError.Type

/** Codec between the known errors of the server tier and their bodies on the wire, `{ code, error, details? }`. */
export const ServerKnownError = unionFor("server", commonErrors)
/** A known error of the calls of the server tier. */
export type ServerKnownError = typeof ServerKnownError.Type

/** Codec between the known errors of the admin tier and their bodies on the wire, `{ code, error, details? }`. */
export const AdminKnownError = unionFor("admin", commonErrors)
/** A known error of the calls of the admin tier. */
export type AdminKnownError = typeof AdminKnownError.Type
