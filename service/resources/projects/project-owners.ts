/**
 * Reads and writes the owners of projects. An owner is a user of the internal project with the ids of the owned
 * projects in the server metadata, as `managedProjectIds`.
 */
import { Effect, Schema } from "effect"
import { INTERNAL_PROJECT_ID } from "../../sql/records/project-record.ts"
import { UserStore } from "../users/user-store.ts"
import { isJsonObject } from "../../../core/json/json-object.ts"

const Owner = Schema.StructWithRest(Schema.Struct({ managedProjectIds: Schema.Array(Schema.String) }), [
  Schema.Record(Schema.String, Schema.Json)
])
const isOwner = Schema.is(Owner)

/** Returns the ids of the projects that a user with this server metadata owns. */
export const ownedIn = (metadata: Schema.Json) => (isOwner(metadata) ? metadata.managedProjectIds : [])

const withManaged = (metadata: Schema.Json, managedProjectIds: ReadonlyArray<string>): Schema.Json => ({
  ...(isJsonObject(metadata) ? metadata : {}),
  managedProjectIds
})

const metadataOf = Effect.fnUntraced(function* (userId: string) {
  const user = yield* (yield* UserStore).find(INTERNAL_PROJECT_ID, userId)
  return user === null ? null : user.serverMetadata
})

const setMetadata = Effect.fnUntraced(function* (userId: string, metadata: Schema.Json) {
  yield* (yield* UserStore).setServerMetadata(INTERNAL_PROJECT_ID, userId, metadata)
})

/** Returns the ids of the projects that a user of the internal project owns, in the order of the metadata. */
export const ownedProjectIds = (userId: string) => Effect.map(metadataOf(userId), ownedIn)

/** Makes a user of the internal project an owner of the project. Belongs in a transaction. */
export const addOwner = Effect.fnUntraced(function* (userId: string, projectId: string) {
  const metadata = yield* metadataOf(userId)
  yield* setMetadata(userId, withManaged(metadata, [...ownedIn(metadata), projectId]))
})

/** Removes the project from the metadata of an owner. Belongs in a transaction. */
export const removeOwner = Effect.fnUntraced(function* (userId: string, projectId: string) {
  const metadata = yield* metadataOf(userId)
  const others = ownedIn(metadata).filter((other) => other !== projectId)
  yield* setMetadata(userId, withManaged(metadata, others))
})

/** Removes the project from the metadata of all its owners. Belongs in a transaction. */
export const removeOwners = Effect.fnUntraced(function* (projectId: string) {
  // The search by text may find other occurrences of the id. `ownedIn` decides.
  const candidates = yield* (yield* UserStore).findByServerMetadata(INTERNAL_PROJECT_ID, projectId)
  for (const { id, serverMetadata } of candidates) {
    const managed = ownedIn(serverMetadata)
    if (!managed.includes(projectId)) continue
    const others = managed.filter((other) => other !== projectId)
    yield* setMetadata(id, withManaged(serverMetadata, others))
  }
})
