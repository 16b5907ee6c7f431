/** The notes of all teams, in memory. */
import { Context, Effect, Layer, Ref } from "effect"
import type { Note } from "./api.ts"

export class Notes extends Context.Service<
  Notes,
  {
    readonly list: (teamId: string) => Effect.Effect<ReadonlyArray<Note>>
    readonly add: (teamId: string, note: Note) => Effect.Effect<void>
  }
>()("notes/Notes") {
  static readonly layer = Layer.effect(
    Notes,
    Effect.map(Ref.make<ReadonlyMap<string, ReadonlyArray<Note>>>(new Map()), (teams) => ({
      list: (teamId) => Effect.map(Ref.get(teams), (all) => all.get(teamId) ?? []),
      add: (teamId, note) => Ref.update(teams, (all) => new Map(all).set(teamId, [...(all.get(teamId) ?? []), note]))
    }))
  )
}
