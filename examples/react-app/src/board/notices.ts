/**
 * The notices of a team, stored in the team's client metadata. Users who may change the team may change them, and all
 * members read them with the team. For more than some dozens of notices, use a server of your own.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { useAction, useClient } from "keystile/react"

const Notice = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  text: Schema.String,
  /** The id of the author. */
  authorId: Schema.String,
  /** When the notice was pinned, in epoch milliseconds. */
  at: Schema.Number
})
export type Notice = typeof Notice.Type

/** A team. */
interface HasMetadata {
  readonly clientMetadata?: unknown
}

/** The maximum number of notices. The oldest are removed. */
const LIMIT = 50

const readBoard = Schema.decodeUnknownOption(Schema.Struct({ notices: Schema.Array(Notice) }))
const readObject = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json))

/** Returns the notices, the newest first. Missing or foreign metadata has none. */
export const noticesOf = (team: HasMetadata | null): ReadonlyArray<Notice> =>
  Option.match(readBoard(team?.clientMetadata), {
    onNone: () => [],
    onSome: ({ notices }) => notices.toSorted((a, b) => b.at - a.at)
  })

type Change = (notices: ReadonlyArray<Notice>) => ReadonlyArray<Notice>

/**
 * Changes a team's board. Needs the permission `$update_team`. Metadata is written as a whole. It is read again first,
 * which preserves notices that others have pinned meanwhile, and the metadata of other programs.
 */
export const useChangeBoard = (teamId: string) => {
  const { teams } = useClient()
  return useAction((change: Change) =>
    Effect.flatMap(teams.get(teamId), (team) => {
      const others = Option.getOrElse(readObject(team?.clientMetadata), () => ({}))
      const notices = change(noticesOf(team)).slice(0, LIMIT)
      return teams.update(teamId, { clientMetadata: { ...others, notices } })
    })
  )
}
