/**
 * Calls from other origins (wire, section 2). Everybody may call: keys and tokens travel in headers, which no page
 * sends by accident, and never in cookies.
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

/** The headers of every answer. */
export const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposedHeaders
}

/** Whether a browser asks first. */
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
