/** A team, or anything with its id. */
export interface TeamReference {
  readonly id: string
}
