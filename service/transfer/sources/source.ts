/** Reads a file by the name of its format. */
import { Data, Effect } from "effect"
import type { TransferItems } from "../item.ts"
import type { SourceName } from "../source-name.ts"
import { readAuth0 } from "./auth0.ts"
import { readBetterAuth } from "./better-auth.ts"
import { readClerk } from "./clerk.ts"
import { readFirebase, readHashConfig } from "./firebase.ts"
import { readKeystile } from "./keystile.ts"
import { readStackAuth } from "./stack-auth.ts"
import { readSupabase } from "./supabase.ts"

/** An option of a source is missing or unusable. */
export class SourceRefused extends Data.TaggedError("SourceRefused")<{ readonly message: string }> {}

export interface SourceOptions {
  readonly name: SourceName
  readonly path: string
  /** The project to import into: ids derive from it. */
  readonly projectId: string
  /** The file with the password hash parameters of a Firebase project. */
  readonly hashConfig: string | undefined
}

const firebase = ({ hashConfig, name, path, projectId }: SourceOptions) =>
  Effect.suspend(() => {
    if (hashConfig === undefined) {
      return new SourceRefused({
        message:
          "--from firebase needs --hash-config FILE: the password hash parameters that the Firebase console shows " +
          "under Authentication."
      })
    }
    const config = readHashConfig(hashConfig)
    return typeof config === "string"
      ? new SourceRefused({ message: `--hash-config: ${config}.` })
      : Effect.succeed(readFirebase(path, { projectId, source: name }, config))
  })

/** Returns the items of a file. */
export const readSource = (options: SourceOptions): Effect.Effect<TransferItems, SourceRefused> => {
  const { hashConfig, name, path, projectId } = options
  const space = { projectId, source: name }
  if (name !== "firebase" && hashConfig !== undefined) {
    return new SourceRefused({ message: "--hash-config belongs to --from firebase. Leave it out." })
  }
  switch (name) {
    case "keystile":
      return Effect.succeed(readKeystile(path))
    case "firebase":
      return firebase(options)
    case "supabase":
      return Effect.succeed(readSupabase(path, space))
    case "auth0":
      return Effect.succeed(readAuth0(path, space))
    case "clerk":
      return Effect.succeed(readClerk(path, space))
    case "better-auth":
      return Effect.succeed(readBetterAuth(path, space))
    case "stack-auth":
      return Effect.succeed(readStackAuth(path, space))
  }
}
