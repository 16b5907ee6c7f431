// @ts-check
// Compares `service/schema/direct.ts` with the decoders and encoders of Effect, in one process, in turn.
//
//   node bench/direct-schemas.mjs

import { Effect, Schema } from "effect"
import { signIn } from "../core/api/password/sign-in.ts"
import { ServerUser } from "../core/schema/server-user.ts"
import { directDecoder, directDecoderEffect, directEncoder } from "../service/schema/direct.ts"
import { Flag, JsonText } from "../service/sql/rows.ts"
import { Millis } from "../core/schema/fields/millis.ts"
import { wire } from "../core/schema/wire.ts"
import { median, table } from "./table.mjs"
import { serverUser } from "./user.mjs"

const RUNS = 5000
const ROUNDS = 7

/** Microseconds per call. @param {() => unknown} call */
const time = (call) => {
  const start = performance.now()
  for (let run = 0; run < RUNS; run++) call()
  return ((performance.now() - start) * 1000) / RUNS
}

/** @param {string} name @param {() => unknown} direct @param {() => unknown} schema */
const compare = (name, direct, schema) => {
  /** @type {Array<number>} */
  const own = []
  /** @type {Array<number>} */
  const effects = []
  for (let round = 0; round <= ROUNDS; round++) {
    const [first, second] = [time(direct), time(schema)]
    // The first round compiles.
    if (round === 0) continue
    own.push(first)
    effects.push(second)
  }
  const [a, b] = [median(own), median(effects)]
  return [name, a.toFixed(2), b.toFixed(2), (b / a).toFixed(1)]
}

const Row = wire({
  id: Schema.String,
  projectId: Schema.String,
  displayName: Schema.NullOr(Schema.String),
  profileImageUrl: Schema.NullOr(Schema.String),
  clientMetadata: JsonText,
  serverMetadata: JsonText,
  otpAuthEnabled: Flag,
  primaryEmail: Schema.NullOr(Schema.String),
  primaryEmailVerified: Flag,
  signedUpAt: Millis,
  lastActiveAt: Millis
})
const row = Schema.encodeSync(Row)({
  id: "1f0a9c3e-2f6b-4c38-9f4e-6d2b1a7c5e90",
  projectId: "project",
  displayName: "Ada Lovelace",
  profileImageUrl: null,
  clientMetadata: { theme: "dark" },
  serverMetadata: null,
  otpAuthEnabled: false,
  primaryEmail: "ada@example.com",
  primaryEmailVerified: true,
  signedUpAt: new Date(1_700_000_000_000),
  lastActiveAt: new Date(1_700_000_000_000)
})
const user = Schema.decodeUnknownSync(ServerUser)(serverUser)
const body = { body: { email: "ada@example.com", password: "correct horse battery" } }
const strict = /** @type {const} */ ({ onExcessProperty: "error", errors: "all" })

const columns = /** @type {const} */ ([
  [Flag.ast, (/** @type {unknown} */ value) => value === 1],
  [JsonText.ast, (/** @type {unknown} */ value) => JSON.parse(String(value))]
])
const directRow = directDecoder(Row, columns)
const schemaRow = Schema.decodeUnknownSync(Row)
const directUser = directEncoder(ServerUser)
const schemaUser = Schema.encodeSync(ServerUser)
const directInput = directDecoderEffect(signIn.input, strict)
const schemaInput = Schema.decodeUnknownEffect(signIn.input, strict)

process.stdout.write(
  table(
    ["µs per call", "direct", "Effect", "times"],
    [
      compare(
        "decode a row of a user",
        () => directRow(row),
        () => schemaRow(row)
      ),
      compare(
        "encode a server user",
        () => directUser(user),
        () => schemaUser(user)
      ),
      compare(
        "decode the body of a sign-in",
        () => Effect.runSync(directInput(body)),
        () => Effect.runSync(schemaInput(body))
      )
    ],
    [1, 2, 3]
  )
)
