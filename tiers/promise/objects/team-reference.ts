/** A team, or anything with its id. */
export interface TeamReference {
  /** The id of the team. */
  readonly id: string
}
