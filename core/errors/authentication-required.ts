/** Known errors about a key that is missing from a request. */
import { isOneOf, knownError } from "./known-error.ts"
import { type InvalidProjectAuthentication, isInvalidProjectAuthentication } from "./project-authentication.ts"

/** A request with client access came without a publishable client key. */
export class ClientAuthenticationRequired extends knownError<ClientAuthenticationRequired>()(
  "ClientAuthenticationRequired",
  {
    setting: "publishableClientKey",
    status: 401,
    message: "The publishable client key is missing."
  }
) {}

/** A request with server access came without a secret server key. */
export class ServerAuthenticationRequired extends knownError<ServerAuthenticationRequired>()(
  "ServerAuthenticationRequired",
  {
    setting: "secretServerKey",
    status: 401,
    message: "The secret server key is missing."
  }
) {}

/** The request has neither a publishable client key nor a secret server key. */
export class ClientOrServerAuthenticationRequired extends knownError<ClientOrServerAuthenticationRequired>()(
  "ClientOrServerAuthenticationRequired",
  {
    status: 401,
    message: "A publishable client key or a secret server key is needed."
  }
) {}

/** The request has neither a publishable client key nor a super secret admin key. */
export class ClientOrAdminAuthenticationRequired extends knownError<ClientOrAdminAuthenticationRequired>()(
  "ClientOrAdminAuthenticationRequired",
  {
    status: 401,
    message: "A publishable client key or a super secret admin key is needed."
  }
) {}

/** The request has none of the three keys. */
export class ClientOrServerOrAdminAuthenticationRequired extends knownError<ClientOrServerOrAdminAuthenticationRequired>()(
  "ClientOrServerOrAdminAuthenticationRequired",
  {
    status: 401,
    message: "A publishable client key, a secret server key or a super secret admin key is needed."
  }
) {}

/** A request with admin access came with neither a super secret admin key nor an admin access token. */
export class AdminAuthenticationRequired extends knownError<AdminAuthenticationRequired>()(
  "AdminAuthenticationRequired",
  {
    setting: "superSecretAdminKey",
    status: 401,
    message: "The super secret admin key is missing."
  }
) {}

/** The endpoint serves the internal project only, and the request names another one. */
export class ExpectedInternalProject extends knownError<ExpectedInternalProject>()("ExpectedInternalProject", {
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

/** True for an instance of any class of {@link ProjectAuthenticationRequired}. */
export const isProjectAuthenticationRequired = isOneOf<ProjectAuthenticationRequired>([
  ClientAuthenticationRequired,
  ServerAuthenticationRequired,
  ClientOrServerAuthenticationRequired,
  ClientOrAdminAuthenticationRequired,
  ClientOrServerOrAdminAuthenticationRequired,
  AdminAuthenticationRequired
])

/** The service does not let the request act for the project. */
export type ProjectAuthenticationError =
  InvalidProjectAuthentication | ProjectAuthenticationRequired | ExpectedInternalProject

/** True for an instance of any class of {@link ProjectAuthenticationError}. */
export const isProjectAuthenticationError = (error: unknown): error is ProjectAuthenticationError =>
  isInvalidProjectAuthentication(error) ||
  isProjectAuthenticationRequired(error) ||
  error instanceof ExpectedInternalProject
