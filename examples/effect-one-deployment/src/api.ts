/** The HTTP API of the application: notes of each user. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { SessionRequired, UserRequired } from "keystile/http-api"

export class Api extends HttpApi.make("application")
  .add(
    HttpApiGroup.make("notes")
      .add(
        HttpApiEndpoint.get("list", "/api/notes", { success: Schema.Array(Schema.String) }),
        HttpApiEndpoint.post("add", "/api/notes", { payload: Schema.Struct({ text: Schema.NonEmptyString }) })
      )
      .middleware(SessionRequired)
  )
  .add(
    HttpApiGroup.make("account").add(
      HttpApiEndpoint.get("me", "/api/me", {
        success: Schema.Struct({ id: Schema.String, email: Schema.NullOr(Schema.String) })
      }).middleware(UserRequired)
    )
  ) {}
