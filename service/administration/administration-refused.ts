import { Data } from "effect"

/**
 * The command is refused and nothing is changed. Each problem is one line. No problem contains a value that was given.
 */
export class AdministrationRefused extends Data.TaggedError("AdministrationRefused")<{
  readonly problems: ReadonlyArray<string>
}> {
  override get message(): string {
    return this.problems.join("; ")
  }
}
