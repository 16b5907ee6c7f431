/** The one form in which it is kept what is promised about the screens, and which tests show it. */

export type Source =
  | "spec 2"
  | "spec 4"
  | "spec 5"
  | "spec 8"
  | "client-app 9"
  | "client-app 10"
  | "client-app 11"
  | "settings"
  | "security"

export interface Promised {
  /** Where it is said: a section of the specification, of the behaviour of the client, or the rows of security. */
  readonly source: Source
  readonly says: string
  /** Parts of titles of tests that run in Chromium. Every test with such a title has to pass, and there has to be one. */
  readonly shownBy: ReadonlyArray<string>
}

/** What is said in the same places and is no matter of these screens. */
export interface Elsewhere {
  readonly source: Source
  readonly says: string
  readonly because: string
}

/** Sentences of one source, each with its tests. */
export const said = (
  source: Source,
  sentences: ReadonlyArray<readonly [says: string, ...shownBy: ReadonlyArray<string>]>
): ReadonlyArray<Promised> => sentences.map(([says, ...shownBy]) => ({ source, says, shownBy }))
