/** Recorded requests and responses of a Stack Auth service, version 2.7.20. */
import { existsSync, readFileSync } from "node:fs"
import { Schema } from "effect"

const Headers = Schema.Record(Schema.String, Schema.String)

const Exchange = Schema.Struct({
  request: Schema.Struct({
    method: Schema.String,
    path: Schema.String,
    headers: Headers,
    body: Schema.optionalKey(Schema.Unknown)
  }),
  response: Schema.Struct({
    status: Schema.Int,
    headers: Headers,
    body: Schema.optionalKey(Schema.Unknown)
  })
})

export interface Exchange extends Schema.Schema.Type<typeof Exchange> {
  /** The line in the file, from 1. */
  readonly line: number
  /** The request and its response, with `*` for each id: `PATCH /teams/* client 200`. */
  readonly label: string
}

const file = new URL("../../../../shared/recordings/exchanges.jsonl", import.meta.url)

/** The reason why the tests are skipped without the file. */
export const missing = "the recordings are kept outside of this repository, and they are not here"

export const isAvailable = existsSync(file)

/** Matches an id within a path. */
export const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const labelOf = ({ request, response }: typeof Exchange.Type): string => {
  const [pathname = ""] = request.path.split("?")
  const code = response.headers["x-stack-known-error"]
  return [
    request.method,
    pathname.replace("/api/v1", "").replaceAll(uuids, "*") || "/",
    request.headers["x-stack-access-type"] ?? "anonymous",
    String(response.status),
    ...(code === undefined ? [] : [code])
  ].join(" ")
}

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Exchange))

/** All recordings in order, or an empty list without the file. */
export const exchanges: ReadonlyArray<Exchange> = isAvailable
  ? readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line, index) => {
        const exchange = decode(line)
        return { ...exchange, line: index + 1, label: labelOf(exchange) }
      })
  : []
