/** Reads the seed of a running `keystile dev` from its control API. */
import { Data, Effect, Schema } from "effect"
import { readStream } from "../../../core/http/read-stream.ts"
import { checkSeed } from "../../../service/development/seed/read-seed.ts"
import type { ExportedSeed } from "../../../service/development/seed/export-seed.ts"

/** The service has no seed for the command. The message is one line. */
export class SeedUnavailable extends Data.TaggedError("SeedUnavailable")<{ readonly message: string }> {}

const EXPORT_PATH = "/_keystile/seed/export"

/** Enough for several projects with 50,000 users each. */
const MAX_BYTES = 400_000_000

/** An export of 50,000 users takes seconds. */
const TIMEOUT = "2 minutes"

const ExportResponse = Schema.fromJsonString(
  Schema.Struct({
    seed: Schema.Unknown,
    left_out: Schema.Array(Schema.Struct({ what: Schema.String, count: Schema.Int }))
  })
)
const Refusal = Schema.fromJsonString(Schema.Struct({ error: Schema.String }))

const unavailable = (message: string) => new SeedUnavailable({ message })

/** Returns the URL of the export, without what a message may not repeat. */
const exportUrl = (address: string) => {
  const url = URL.parse(address)
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
  return isUsable
    ? Effect.succeed(new URL(EXPORT_PATH, url))
    : unavailable("--url is no address of a service. Pass one such as http://localhost:8102.")
}

/** Returns the body of a response; `null` if it is longer than {@link MAX_BYTES}. */
const readText = async ({ body }: Response): Promise<string | null> => {
  const bytes = body === null ? new Uint8Array() : await readStream(body, MAX_BYTES)
  return bytes && new TextDecoder().decode(bytes)
}

const fetchText = (url: URL) =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, { redirect: "error", signal })
      return { status: response.status, text: await readText(response) }
    },
    catch: () =>
      unavailable(
        `There is no response from ${url.origin}. ` +
          "Start keystile dev, pass its address with --url, or a database with --db."
      )
  }).pipe(
    Effect.timeout(TIMEOUT),
    Effect.catchTag("TimeoutError", () => unavailable(`${url.origin} took longer than ${TIMEOUT} to respond.`))
  )

/** Returns the seed that `keystile dev` exports at an address, checked as `keystile dev --seed` checks it. */
export const fetchSeed = Effect.fnUntraced(function* (
  address: string
): Effect.fn.Return<ExportedSeed, SeedUnavailable> {
  const url = yield* exportUrl(address)
  const { status, text } = yield* fetchText(url)
  if (text === null) return yield* unavailable(`The response of ${url.origin} is too long for a seed.`)
  const foreign = unavailable(`The server at ${url.origin} is not keystile dev. Pass its address with --url.`)
  if (status !== 200) {
    const { error } = yield* Effect.mapError(Schema.decodeUnknownEffect(Refusal)(text), () => foreign)
    return yield* unavailable(`${url.origin} refused the export (${status}): ${error}`)
  }
  const response = yield* Effect.mapError(Schema.decodeUnknownEffect(ExportResponse)(text), () => foreign)
  const seed = yield* Effect.mapError(checkSeed(response.seed), ({ problems }) =>
    unavailable(
      `This version of keystile cannot use the seed of ${url.origin}. Run the command of the same version. ` +
        problems.slice(0, 3).join("; ")
    )
  )
  return { seed, leftOut: response.left_out }
})
