/** The HTTP API of the backend: its routes, their middleware and their errors. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { SessionRequired, UserRequired } from "keystile/http-api"

export class Note extends Schema.Class<Note>("Note")({ text: Schema.String, authorId: Schema.String }) {}

export class PermissionMissing extends Schema.TaggedError<PermissionMissing>()(
  "PermissionMissing",
  { permissionId: Schema.String },
  { httpApiStatus: 403 }
) {}

/** The permissions of the user cannot be read at the moment. */
export class PermissionsUnavailable extends Schema.TaggedError<PermissionsUnavailable>()(
  "PermissionsUnavailable",
  {},
  { httpApiStatus: 503 }
) {}

const error = [PermissionMissing, PermissionsUnavailable]
const params = { teamId: Schema.String }

export class Api extends HttpApi.make("notes")
  .add(
    HttpApiGroup.make("notes")
      .add(
        HttpApiEndpoint.get("list", "/teams/:teamId/notes", { params, success: Schema.Array(Note), error }),
        HttpApiEndpoint.post("write", "/teams/:teamId/notes", {
          params,
          payload: Schema.Struct({ text: Schema.NonEmptyString }),
          success: Note,
          error
        })
      )
      .middleware(SessionRequired)
  )
  .add(
    HttpApiGroup.make("account").add(
      HttpApiEndpoint.get("me", "/me", {
        success: Schema.Struct({ id: Schema.String, displayName: Schema.NullOr(Schema.String) })
      }).middleware(UserRequired)
    )
  ) {}
