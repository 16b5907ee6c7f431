/** Writes files that only their owner can read, as a whole or not at all. */
import { Data, Effect } from "effect"
import { errorCode } from "../../service/process/error-code.ts"
import { renameToNew } from "../../service/process/rename-to-new.ts"
import { randomUUID } from "node:crypto"
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs"

/** The file cannot be written. */
export class FileNotWritten extends Data.TaggedError("FileNotWritten")<{ readonly message: string }> {}

export interface PrivateFileOptions {
  /** Replaces an existing file. By default it is not overwritten. */
  readonly isReplacing?: boolean
  /** The remedy for an existing file, as a sentence. */
  readonly remedy: string
}

/** Appends a text to the file. */
export type AppendText = (text: string) => Effect.Effect<void, FileNotWritten>

const alreadyExists = (path: string, { remedy }: PrivateFileOptions) =>
  new FileNotWritten({ message: `${path} exists and is not overwritten. ${remedy}` })

const toFileNotWritten = (path: string, options: PrivateFileOptions) => (cause: unknown) =>
  errorCode(cause) === "EEXIST"
    ? alreadyExists(path, options)
    : new FileNotWritten({
        message: `${path} cannot be written: ${cause instanceof Error ? cause.message : "unknown"}`
      })

/** Opens a temporary file beside the target, which is deleted when the scope closes. */
const openPartial = (path: string, options: PrivateFileOptions) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const partial = `${path}.${randomUUID()}.partial`
        return { partial, file: openSync(partial, "wx", 0o600) }
      },
      catch: toFileNotWritten(path, options)
    }),
    ({ file, partial }) =>
      Effect.sync(() => {
        closeSync(file)
        rmSync(partial, { force: true })
      })
  )

/**
 * Writes a file of mode 0600. `write` appends to a temporary file beside the target, which becomes the target at the
 * end, so that a target is complete, or empty (see `renameToNew`).
 */
export const writePrivateFile = <A, E, R>(
  path: string,
  options: PrivateFileOptions,
  write: (append: AppendText) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | FileNotWritten, R> =>
  Effect.scoped(
    Effect.gen(function* () {
      // Before the work of writing it. `renameToNew` decides.
      if (options.isReplacing !== true && existsSync(path)) return yield* alreadyExists(path, options)
      const { file, partial } = yield* openPartial(path, options)
      const written = yield* write((text) =>
        // Appends to a file descriptor. Unlike `writeSync`, it writes all bytes or throws.
        Effect.try({ try: () => writeFileSync(file, text), catch: toFileNotWritten(path, options) })
      )
      yield* Effect.try({
        try: () => {
          fsyncSync(file)
          if (options.isReplacing === true) renameSync(partial, path)
          else renameToNew(partial, path)
        },
        catch: toFileNotWritten(path, options)
      })
      return written
    })
  )
