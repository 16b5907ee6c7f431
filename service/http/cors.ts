/**
 * CORS. All origins are allowed: keys and tokens are sent in headers and never in cookies, so a foreign page cannot use
 * the credentials of a user.
 */
import { header } from "../../core/http/headers.ts"
import type { ServiceRequest, ServiceResponse } from "../endpoint/service-request.ts"

const allowedRequestHeaders = [
  "content-type",
  "authorization",
  header.overrideErrorStatus,
  header.projectId,
  header.accessType,
  header.clientVersion,
  header.randomNonce,
  header.accessToken,
  header.refreshToken,
  header.publishableClientKey,
  header.secretServerKey,
  header.superSecretAdminKey,
  header.adminAccessToken,
  "x-stack-development-override-key",
  "x-stack-development-disable-extended-logging",
  "x-stack-disable-artificial-development-delay",
  "baggage",
  "sentry-trace"
].join(", ")

const exposedHeaders = ["content-type", header.actualStatus, header.knownError, header.requestId, "retry-after"].join(
  ", "
)

/** The CORS headers of every response. */
export const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposedHeaders
}

/** Returns whether a request is a CORS preflight. */
export const isPreflight = (request: ServiceRequest): boolean => request.method === "OPTIONS"

export const preflightResponse: ServiceResponse = {
  status: 204,
  headers: {
    "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
    "access-control-allow-headers": allowedRequestHeaders,
    "access-control-max-age": "86400"
  },
  body: ""
}
