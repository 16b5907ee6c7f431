/** A project of the console, as `keystile dev` and the pages of owners list them. */
export interface Project {
  readonly id: string
  readonly displayName: string
  readonly domains: ReadonlyArray<{ readonly domain: string; readonly handlerPath: string }>
  /** The publishable client key of the initial key set. Undefined if only its hash is stored, and for owners. */
  readonly publishableClientKey: string | undefined
}

/** Returns the name of a project for people. */
export const projectName = ({ displayName, id }: Project): string => (displayName === "" ? id : displayName)
