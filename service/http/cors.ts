/**
 * CORS. All origins are allowed: keys and tokens are sent in headers and never in cookies, so a foreign page cannot use
 * the credentials of a user.
 */
import { header } from "../../core/http/headers.ts"
import { newerName } from "./header-families.ts"
import type { ServiceRequest } from "../request/service-request.ts"
import type { ServiceResponse } from "../response/service-response.ts"

const ofProtocol = [
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
  header.branchId,
  header.allowAnonymousUser,
  header.allowRestrictedUser,
  "x-stack-development-override-key",
  "x-stack-development-disable-extended-logging",
  "x-stack-disable-artificial-development-delay"
]

const allowedRequestHeaders = [
  "content-type",
  "authorization",
  ...ofProtocol,
  ...ofProtocol.map(newerName),
  "baggage",
  "sentry-trace",
  // Sent by clients since Stack Auth 2.8, and without effect here.
  "ngrok-skip-browser-warning",
  "x-vercel-protection-bypass"
].join(", ")

const ofResponses = [header.actualStatus, header.knownError, header.requestId]

const exposedHeaders = ["content-type", ...ofResponses, ...ofResponses.map(newerName), "retry-after"].join(", ")

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
