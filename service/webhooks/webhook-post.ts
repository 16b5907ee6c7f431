/** Sends a webhook over HTTP. Redirects are not followed, as with Svix: a signed payload is sent to its target only. */
import { Context, Data, Effect, Layer } from "effect"
import type { ClientRequest, IncomingMessage } from "node:http"
import type { LookupFunction } from "node:net"
import { nodeHttp, nodeHttps } from "../process/node-modules.ts"
import { type AllowedAddresses, type CheckedAddress, resolveAllowed } from "../network/remote-address.ts"

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PostResponse {
  readonly status: number
  /** The beginning of the body. */
  readonly text: string
}

/** There was no response. */
export class PostFailed extends Data.TaggedError("PostFailed")<{
  readonly problem: string
  /** `true` if the settings of the service prevented the request. */
  readonly isPrevented?: boolean
}> {}

/** The part of a response body that is read, in bytes, and kept, in characters. */
const MAX_READ = 16_384
const MAX_KEPT = 1000

/** The timeout for the body. The status has already arrived and decides the result. */
const BODY_WAIT = "1 second"

const problems: ReadonlyMap<unknown, string> = new Map([
  ["ECONNREFUSED", "Nothing listens at this address."],
  ["ECONNRESET", "The connection was closed without a response."],
  ["EPIPE", "The connection was closed without a response."],
  ["ENOTFOUND", "There is no host of this name."],
  ["EBADNAME", "There is no host of this name."],
  ["ENODATA", "The host has no address."],
  ["EAI_AGAIN", "The name of the host could not be looked up."],
  ["ESERVFAIL", "The name of the host could not be looked up."],
  ["EREFUSED", "The name of the host could not be looked up."],
  ["ETIMEOUT", "The name servers of the host did not respond."],
  ["EHOSTUNREACH", "The host cannot be reached."],
  ["ENETUNREACH", "The host cannot be reached."],
  ["ETIMEDOUT", "The host did not take the connection in time."],
  ["EPROTO", "The server does not speak TLS."],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "The certificate is signed by itself (see NODE_EXTRA_CA_CERTS)."],
  ["SELF_SIGNED_CERT_IN_CHAIN", "The certificate is signed by an unknown authority (see NODE_EXTRA_CA_CERTS)."],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "The certificate is signed by an unknown authority (see NODE_EXTRA_CA_CERTS)."],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "The certificate is of another host."],
  ["CERT_HAS_EXPIRED", "The certificate has expired."]
])

const codeOf = (cause: unknown): unknown => (cause instanceof Error && "code" in cause ? cause.code : undefined)

const failureOf = (cause: unknown) => failureOfCode(codeOf(cause))

const failureOfCode = (code: unknown) => {
  const known = problems.get(code)
  if (known !== undefined) return new PostFailed({ problem: known })
  return new PostFailed({
    problem:
      typeof code === "string" && code.startsWith("HPE_")
        ? "The server does not speak HTTP."
        : `The webhook could not be sent${typeof code === "string" ? ` (${code})` : ""}.`
  })
}

/** A refused connection is one to the name server, not to the target. */
const lookupFailureOf = (cause: unknown) =>
  codeOf(cause) === "ECONNREFUSED" ? failureOfCode("EAI_AGAIN") : failureOf(cause)

/** Returns a lookup whose result is the checked address, whatever the name resolves to now. */
const lookupOf =
  ({ address, family }: CheckedAddress): LookupFunction =>
  (_, { all }, callback) =>
    all === true ? callback(null, [{ address, family }]) : callback(null, address, family)

/**
 * Opens a new connection for each request: the peer may close a kept one at any moment. Without an address the name of
 * the host is looked up.
 */
const open = ({ body, headers, url }: WebhookRequest, address: CheckedAddress | undefined) =>
  Effect.try({
    try: () => {
      const { request: make } = url.startsWith("https:") ? nodeHttps() : nodeHttp()
      const length = String(Buffer.byteLength(body))
      const request = make(url, {
        method: "POST",
        agent: false,
        headers: { ...headers, "content-length": length },
        ...(address !== undefined && { lookup: lookupOf(address) })
      })
      // An error after the interruption must not crash the process.
      request.on("error", () => {})
      return request
    },
    catch: failureOf
  })

const responseTo = (request: ClientRequest, body: string) =>
  Effect.callback<IncomingMessage, PostFailed>((resume) => {
    request.once("response", (response) => resume(Effect.succeed(response)))
    request.once("error", (cause) => resume(Effect.fail(failureOf(cause))))
    request.once("close", () =>
      resume(Effect.fail(new PostFailed({ problem: "The connection was closed without a response." })))
    )
    request.end(body)
  })

const startOf = (response: IncomingMessage) => {
  const chunks: Array<Buffer> = []
  const read = Effect.callback<void>((resume) => {
    let length = 0
    const done = () => resume(Effect.void)
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length >= MAX_READ) {
        response.destroy()
        done()
      }
    })
    response.once("end", done)
    response.once("close", done)
    response.on("error", done)
  })
  // PostgreSQL cannot store NUL.
  const text = () => Buffer.concat(chunks).toString("utf8").replaceAll("\0", "").slice(0, MAX_KEPT)
  return Effect.map(Effect.timeoutOption(read, BODY_WAIT), text)
}

const overHttp = (posted: WebhookRequest, address?: CheckedAddress): Effect.Effect<PostResponse, PostFailed> =>
  Effect.acquireUseRelease(
    open(posted, address),
    (request) =>
      Effect.gen(function* () {
        const response = yield* responseTo(request, posted.body)
        return { status: response.statusCode ?? 0, text: yield* startOf(response) }
      }),
    (request) => Effect.sync(() => request.destroy())
  )

/** Sends webhooks, by default to any address. Tests provide another network. */
export const WebhookPost = Context.Reference<{
  /** Returns any response, whatever its status. The caller sets the timeout. */
  readonly post: (posted: WebhookRequest) => Effect.Effect<PostResponse, PostFailed>
}>("keystile/service/WebhookPost", { defaultValue: () => ({ post: overHttp }) })

/** The addresses to which webhooks may be sent. */
export const WebhookAddresses = Context.Reference<AllowedAddresses | "any">("keystile/service/WebhookAddresses", {
  defaultValue: () => "any"
})

/** Returns the host of a URL, an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "")

const preventedFailure = (problem: string) => new PostFailed({ problem, isPrevented: true })

const postChecked = Effect.fnUntraced(function* (posted: WebhookRequest, addresses: AllowedAddresses) {
  const url = new URL(posted.url)
  const address = yield* Effect.tryPromise({
    try: (signal) => resolveAllowed(hostOf(url), addresses, signal),
    catch: lookupFailureOf
  })
  if (address === null) return yield* preventedFailure("The host has no address that is allowed.")
  if (address.kind === "public" && url.protocol !== "https:") {
    return yield* preventedFailure("Webhooks are sent to public addresses over https only.")
  }
  return yield* overHttp(posted, address)
})

/** Sends webhooks to hosts with allowed addresses, and to public ones over https only: they contain personal data. */
export const layer = (addresses: AllowedAddresses): Layer.Layer<never> =>
  Layer.merge(
    Layer.succeed(WebhookPost, { post: (posted) => postChecked(posted, addresses) }),
    Layer.succeed(WebhookAddresses, addresses)
  )
