/** Handles the endpoints of permission definitions, and of the project permissions of users. */
import { Effect } from "effect"
import * as ProjectApi from "../../../core/api/project-permission-definitions.ts"
import * as TeamApi from "../../../core/api/team-permission-definitions.ts"
import { isSystemPermission } from "../../../core/schema/fields/permission-id.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { createDefinition, listDefinitions, removeDefinition, updateDefinition } from "./definition-rules.ts"
import * as Definitions from "./definition-store.ts"
import { projectPermissionHandlers } from "./project-permission-handlers.ts"

/** Without the stores of grants, which raise events (`webhooks/events.ts`). */
export const layer = Definitions.layer

export const handlers = [
  implement(TeamApi.list, () => listDefinitions("team")),
  implement(TeamApi.create, ({ body }) => createDefinition("team", body)),
  implement(
    TeamApi.update,
    Effect.fnUntraced(function* ({ body, params: { permission_id: id } }) {
      if (isSystemPermission(id)) return yield* textError(400, `"${id}" is the system's own: it cannot be changed.`)
      // Unlike those of project permissions, absent fields are kept, as in version 2.7.20 of the original service.
      const { containedPermissionIds, description } = body
      return yield* updateDefinition("team", id, { id: body.id, containedPermissionIds, description })
    })
  ),
  implement(TeamApi.remove, ({ params }) => removeDefinition("team", params.permission_id)),

  implement(ProjectApi.list, () => listDefinitions("project")),
  implement(ProjectApi.create, ({ body }) => createDefinition("project", body)),
  implement(ProjectApi.update, ({ body, params }) =>
    updateDefinition("project", params.permission_id, {
      id: body.id,
      description: body.description ?? null,
      containedPermissionIds: body.containedPermissionIds ?? []
    })
  ),
  implement(ProjectApi.remove, ({ params }) => removeDefinition("project", params.permission_id)),

  ...projectPermissionHandlers
]
