/** Permission definitions of a project. */
import { Effect } from "effect"
import { setUp } from "../../setup/project.ts"
import { at } from "../scenario.ts"

const define = (id: string, contained_permission_ids: ReadonlyArray<string> = []) =>
  setUp("POST", "/team-permission-definitions", { id, contained_permission_ids })

export const permissionDefinitions = [
  at(170, "GET /team-permission-definitions admin 200"),
  at(171, "POST /team-permission-definitions admin 201"),
  at(172, "POST /team-permission-definitions admin 201", Effect.as(define("p1"), {})),
  at(173, "POST /team-permission-definitions admin 201"),
  at(174, "POST /team-permission-definitions admin 201", Effect.as(define("child"), {})),
  at(175, "DELETE /team-permission-definitions/p1 admin 200", Effect.as(define("p1"), {})),
  at(
    176,
    "PATCH /team-permission-definitions/p2 admin 200",
    Effect.as(Effect.andThen(define("p1"), define("p2", ["p1"])), {})
  )
]
