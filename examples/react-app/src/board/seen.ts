/** The time until which the user has read the notices. It is in the client metadata, so all devices share it. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { useAction, useClient } from "keystile/react"
import type { Notice } from "./notices.ts"

interface HasMetadata {
  readonly clientMetadata?: unknown
}

const readSeen = Schema.decodeUnknownOption(Schema.Struct({ seen: Schema.Record(Schema.String, Schema.Number) }))
const readObject = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json))

/** By the team's id: the time of the newest notice that is marked as read, in epoch milliseconds. */
const seenOf = (user: HasMetadata | null): Readonly<Record<string, number>> =>
  Option.match(readSeen(user?.clientMetadata), { onNone: () => ({}), onSome: ({ seen }) => seen })

/** Returns the team's unread notices of other authors. */
export const newTo = (
  user: HasMetadata & { readonly id: string },
  teamId: string,
  notices: ReadonlyArray<Notice>
): ReadonlyArray<Notice> =>
  notices.filter(({ at, authorId }) => authorId !== user.id && at > (seenOf(user)[teamId] ?? 0))

/** Returns a function that marks a team's board as read up to a notice. */
export const useMarkSeen = (teamId: string) => {
  const { getUser, updateUser } = useClient()
  return useAction((until: number) =>
    Effect.flatMap(getUser, (user) => {
      const others = Option.getOrElse(readObject(user?.clientMetadata), () => ({}))
      return updateUser({ clientMetadata: { ...others, seen: { ...seenOf(user), [teamId]: until } } })
    })
  )
}
