/** Up to where somebody has read the boards of their teams. It lies in the client metadata of the user: on all devices. */
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

/** By the team's id: when the newest notice was written that the user has marked as read, in epoch milliseconds. */
const seenOf = (user: HasMetadata | null): Readonly<Record<string, number>> =>
  Option.match(readSeen(user?.clientMetadata), { onNone: () => ({}), onSome: ({ seen }) => seen })

/** The notices of a team that are new to a user; their own never are. */
export const newTo = (
  user: HasMetadata & { readonly id: string },
  teamId: string,
  notices: ReadonlyArray<Notice>
): ReadonlyArray<Notice> =>
  notices.filter(({ at, authorId }) => authorId !== user.id && at > (seenOf(user)[teamId] ?? 0))

/** Marks a team's board as read, up to a notice. */
export const useMarkSeen = (teamId: string) => {
  const { getUser, updateUser } = useClient()
  return useAction((until: number) =>
    Effect.flatMap(getUser, (user) => {
      const others = Option.getOrElse(readObject(user?.clientMetadata), () => ({}))
      return updateUser({ clientMetadata: { ...others, seen: { ...seenOf(user), [teamId]: until } } })
    })
  )
}
