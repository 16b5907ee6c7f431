/**
 * The notices of a team. They lie in the team's client metadata: whoever may change the team may change them, its members
 * read them with the team, and there is no server to write. For more than some dozens of notices take one.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { useAction, useClient } from "keystile/react"

const Notice = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  text: Schema.String,
  /** The id of the user who wrote it. */
  authorId: Schema.String,
  /** When, in epoch milliseconds. */
  at: Schema.Number
})
export type Notice = typeof Notice.Type

/** What holds metadata: a team. */
interface HasMetadata {
  readonly clientMetadata?: unknown
}

/** Older ones come off the board when this many newer ones are there. */
const LIMIT = 50

const readBoard = Schema.decodeUnknownOption(Schema.Struct({ notices: Schema.Array(Notice) }))
const readObject = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json))

/** The newest first. Metadata that is none of ours, or nobody's yet, has none. */
export const noticesOf = (team: HasMetadata | null): ReadonlyArray<Notice> =>
  Option.match(readBoard(team?.clientMetadata), {
    onNone: () => [],
    onSome: ({ notices }) => notices.toSorted((a, b) => b.at - a.at)
  })

type Change = (notices: ReadonlyArray<Notice>) => ReadonlyArray<Notice>

/**
 * Changes a team's board. Metadata is written as a whole, so it is read again first: what somebody else has pinned since
 * this page was loaded stays, and so does what another program keeps there. Needs the permission `$update_team`.
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
