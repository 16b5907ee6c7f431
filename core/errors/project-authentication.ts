/** Known errors about the access type, the keys and the admin access token of a request. */
import * as Schema from "effect/Schema"
import { isOneOf, knownError } from "./known-error.ts"
import { Millis } from "../schema/fields/millis.ts"
import { Tier } from "../schema/tier.ts"

/** The request has a key or an admin access token, but no access type. */
export class ProjectKeyWithoutAccessType extends knownError("ProjectKeyWithoutAccessType", {
  status: 400,
  message:
    "The request has a key but no access type. " +
    "Set the header X-Stack-Access-Type to client, server or admin, whichever fits the key."
}) {}

/** The value of the access-type header is none of the three access types. */
export class InvalidAccessType extends knownError("InvalidAccessType", {
  status: 400,
  message: "This access type does not exist. Set the header X-Stack-Access-Type to client, server or admin."
}) {}

/** The request has an access type, but no project id. */
export class AccessTypeWithoutProjectId extends knownError("AccessTypeWithoutProjectId", {
  status: 400,
  details: { requestType: Tier },
  message: ({ requestType }) =>
    `The request asks for ${requestType} access without naming a project in the header X-Stack-Project-Id.`
}) {}

/** The endpoint requires an access type, and the request has neither an access type nor a key. */
export class AccessTypeRequired extends knownError("AccessTypeRequired", {
  status: 400,
  message:
    "This endpoint needs to know who is calling. Send an API key of the project, " +
    "and set the header X-Stack-Access-Type to client, server or admin."
}) {}

/** The endpoint does not serve the access type of the request. */
export class InsufficientAccessType extends knownError("InsufficientAccessType", {
  status: 401,
  details: { actualAccessType: Tier, allowedAccessTypes: Schema.Array(Tier) },
  message: ({ actualAccessType, allowedAccessTypes }) =>
    `This takes ${allowedAccessTypes.join(" or ")} access, and the request came with ${actualAccessType} access.`
}) {}

/** The publishable client key is wrong, expired or revoked, or there is no such project. */
export class InvalidPublishableClientKey extends knownError("InvalidPublishableClientKey", {
  setting: "publishableClientKey",
  status: 401,
  details: { projectId: Schema.String },
  message: ({ projectId }) => `The publishable client key is not one of the project "${projectId}".`
}) {}

/** The secret server key is wrong, expired or revoked, or there is no such project. */
export class InvalidSecretServerKey extends knownError("InvalidSecretServerKey", {
  setting: "secretServerKey",
  status: 401,
  details: { projectId: Schema.String },
  message: ({ projectId }) => `The secret server key is not one of the project "${projectId}".`
}) {}

/** The super secret admin key is wrong, expired or revoked, or there is no such project. */
export class InvalidSuperSecretAdminKey extends knownError("InvalidSuperSecretAdminKey", {
  setting: "superSecretAdminKey",
  status: 401,
  details: { projectId: Schema.String },
  message: ({ projectId }) => `The super secret admin key is not one of the project "${projectId}".`
}) {}

/** The admin access token is malformed, or its signature is wrong. */
export class UnparsableAdminAccessToken extends knownError("UnparsableAdminAccessToken", {
  status: 401,
  message: "The admin access token could not be read. Sign in again to get a new one."
}) {}

/** The admin access token has expired. `expiredAt` is `null` if the time is unknown. */
export class AdminAccessTokenExpired extends knownError("AdminAccessTokenExpired", {
  status: 401,
  details: { expiredAt: Schema.NullOr(Millis) },
  detailNames: { expiredAt: "expired_at_millis" },
  message: ({ expiredAt }) =>
    `The admin access token expired${expiredAt === null ? "" : ` at ${expiredAt.toISOString()}`}. ` +
    "Refresh the session and try again."
}) {}

/** The user of the admin access token manages the project, but the project was deleted. */
export class InvalidProjectForAdminAccessToken extends knownError("InvalidProjectForAdminAccessToken", {
  status: 401,
  message:
    "The admin access token does not fit this project. " +
    "Use a token of the internal project, from a user who manages this project."
}) {}

/** The user of the admin access token does not manage the project, or the token is not of the internal project. */
export class AdminAccessTokenIsNotAdmin extends knownError("AdminAccessTokenIsNotAdmin", {
  status: 401,
  message: "The user of this admin access token may not manage this project. Sign in as a user who manages it."
}) {}

/** The admin access token is invalid. A new one may be valid. */
export type InvalidAdminAccessToken =
  UnparsableAdminAccessToken | AdminAccessTokenExpired | InvalidProjectForAdminAccessToken | AdminAccessTokenIsNotAdmin

/** True for an instance of any class of {@link InvalidAdminAccessToken}. */
export const isInvalidAdminAccessToken = isOneOf<InvalidAdminAccessToken>([
  UnparsableAdminAccessToken,
  AdminAccessTokenExpired,
  InvalidProjectForAdminAccessToken,
  AdminAccessTokenIsNotAdmin
])

/** The project id, the access type and the key of the request do not match. */
export type InvalidProjectAuthentication =
  | ProjectKeyWithoutAccessType
  | InvalidAccessType
  | AccessTypeWithoutProjectId
  | AccessTypeRequired
  | InsufficientAccessType
  | InvalidPublishableClientKey
  | InvalidSecretServerKey
  | InvalidSuperSecretAdminKey
  | InvalidAdminAccessToken

/** True for an instance of any class of {@link InvalidProjectAuthentication}. */
export const isInvalidProjectAuthentication = isOneOf<InvalidProjectAuthentication>([
  ProjectKeyWithoutAccessType,
  InvalidAccessType,
  AccessTypeWithoutProjectId,
  AccessTypeRequired,
  InsufficientAccessType,
  InvalidPublishableClientKey,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  UnparsableAdminAccessToken,
  AdminAccessTokenExpired,
  InvalidProjectForAdminAccessToken,
  AdminAccessTokenIsNotAdmin
])

/** A request with client access came without a publishable client key. */
export class ClientAuthenticationRequired extends knownError("ClientAuthenticationRequired", {
  setting: "publishableClientKey",
  status: 401,
  message: "The publishable client key is missing."
}) {}

/** A request with server access came without a secret server key. */
export class ServerAuthenticationRequired extends knownError("ServerAuthenticationRequired", {
  setting: "secretServerKey",
  status: 401,
  message: "The secret server key is missing."
}) {}

/** The request has neither a publishable client key nor a secret server key. */
export class ClientOrServerAuthenticationRequired extends knownError("ClientOrServerAuthenticationRequired", {
  status: 401,
  message: "A publishable client key or a secret server key is needed."
}) {}

/** The request has neither a publishable client key nor a super secret admin key. */
export class ClientOrAdminAuthenticationRequired extends knownError("ClientOrAdminAuthenticationRequired", {
  status: 401,
  message: "A publishable client key or a super secret admin key is needed."
}) {}

/** The request has none of the three keys. */
export class ClientOrServerOrAdminAuthenticationRequired extends knownError(
  "ClientOrServerOrAdminAuthenticationRequired",
  {
    status: 401,
    message: "A publishable client key, a secret server key or a super secret admin key is needed."
  }
) {}

/** A request with admin access came with neither a super secret admin key nor an admin access token. */
export class AdminAuthenticationRequired extends knownError("AdminAuthenticationRequired", {
  setting: "superSecretAdminKey",
  status: 401,
  message: "The super secret admin key is missing."
}) {}

/** The project requires a publishable client key. Services since Stack Auth 2.8 send it. */
export class PublishableClientKeyRequiredForProject extends knownError("PublishableClientKeyRequiredForProject", {
  setting: "publishableClientKey",
  status: 401,
  details: { projectId: Schema.NullOr(Schema.String) },
  message: "This project requires a publishable client key."
}) {}

/** The endpoint serves the internal project only, and the request names another one. */
export class ExpectedInternalProject extends knownError("ExpectedInternalProject", {
  status: 401,
  message: "This endpoint serves the internal project only."
}) {}

/** The request lacks the key that its access type needs. */
export type ProjectAuthenticationRequired =
  | ClientAuthenticationRequired
  | ServerAuthenticationRequired
  | ClientOrServerAuthenticationRequired
  | ClientOrAdminAuthenticationRequired
  | ClientOrServerOrAdminAuthenticationRequired
  | AdminAuthenticationRequired
  | PublishableClientKeyRequiredForProject

/** True for an instance of any class of {@link ProjectAuthenticationRequired}. */
export const isProjectAuthenticationRequired = isOneOf<ProjectAuthenticationRequired>([
  ClientAuthenticationRequired,
  ServerAuthenticationRequired,
  ClientOrServerAuthenticationRequired,
  ClientOrAdminAuthenticationRequired,
  ClientOrServerOrAdminAuthenticationRequired,
  AdminAuthenticationRequired,
  PublishableClientKeyRequiredForProject
])

/** The service does not let the request act for the project. */
export type ProjectAuthenticationError =
  InvalidProjectAuthentication | ProjectAuthenticationRequired | ExpectedInternalProject

/** True for an instance of any class of {@link ProjectAuthenticationError}. */
export const isProjectAuthenticationError = (error: unknown): error is ProjectAuthenticationError =>
  isInvalidProjectAuthentication(error) ||
  isProjectAuthenticationRequired(error) ||
  error instanceof ExpectedInternalProject
