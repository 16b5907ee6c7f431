/** Writes the log as one line of JSON an entry, for collectors of logs. */
import { Cause, Effect, Layer, Logger, References } from "effect"

/** Collects the lines of one round of the event loop: a write for each line would block under load. */
const makeWriter = (write: (text: string) => void) => {
  let lines = ""
  const flush = () => {
    if (lines === "") return
    const text = lines
    lines = ""
    write(text)
  }
  return {
    flush,
    add: (line: string) => {
      if (lines === "") setImmediate(flush)
      lines += `${line}\n`
    }
  }
}

const messageOf = (message: unknown): string =>
  (Array.isArray(message) ? message : [message])
    .filter((part) => !(part instanceof Error))
    .map((part) => (typeof part === "string" ? part : JSON.stringify(part)))
    .join(" ")

/** The errors of a log line: those of its cause, and those among its messages. */
const errorsOf = (message: unknown, cause: Cause.Cause<unknown>): ReadonlyArray<string> => [
  ...(Array.isArray(message) ? message : [message]).flatMap((part) =>
    part instanceof Error ? [part.stack ?? part.message] : []
  ),
  ...(cause.reasons.length === 0 ? [] : [Cause.pretty(cause)])
]

/** Replaces the console's logger. `write` gets whole lines. */
export const layer = (write: (text: string) => void): Layer.Layer<never> =>
  Layer.unwrap(
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => makeWriter(write)),
        ({ flush }) => Effect.sync(flush)
      ),
      ({ add }) =>
        Logger.layer([
          Logger.make(({ cause, date, fiber, logLevel, message }) => {
            const errors = errorsOf(message, cause)
            const span = fiber.cache.span
            add(
              JSON.stringify({
                time: date.toISOString(),
                level: logLevel.toUpperCase(),
                message: messageOf(message),
                ...fiber.getRef(References.CurrentLogAnnotations),
                ...(span !== undefined && { traceId: span.traceId, spanId: span.spanId }),
                ...(errors.length > 0 && { error: errors.join("\n") })
              })
            )
          })
        ])
    )
  )
