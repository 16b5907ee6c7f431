/** A project of the console, as `keystile dev` and the pages of owners list them. */
export interface Project {
  readonly id: string
  readonly displayName: string
  readonly domains: ReadonlyArray<{ readonly domain: string; readonly handlerPath: string }>
  /** A key that the console knows without creating one: that of the seed in `keystile dev`. */
  readonly publishableClientKey: string | undefined
}

/** Returns the name of a project for people. */
export const projectName = ({ displayName, id }: Project): string => (displayName === "" ? id : displayName)
