/** The flag `--limit` of the commands that list the newest entries. */
import { Schema } from "effect"
import { Flag } from "effect/cli"

/** The greatest number of entries that a command lists. */
const MAX_LIMIT = 1000

/** Returns the flag. `entries` names what is listed, such as `mails`. */
export const limitFlag = (entries: string) =>
  Flag.Int("limit").pipe(
    Flag.withDescription(`The greatest number of ${entries}, 1 to ${MAX_LIMIT}`),
    Flag.withDefault(100),
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAX_LIMIT })))
  )
