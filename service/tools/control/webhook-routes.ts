/**
 * The control API of webhooks: targets, messages and attempts.
 *
 * ```
 * GET    /_keystile/projects/:project_id/webhooks                     { targets: [{ id, url, created_at }] }
 * POST   /_keystile/projects/:project_id/webhooks                     { url, secret? } → 201 { id, url, created_at,
 *                                                                     secret }, the secret this once
 * DELETE /_keystile/projects/:project_id/webhooks/:id
 * GET    /_keystile/projects/:project_id/webhook-messages             { messages: [{ id, type, created_at, deliveries:
 *                                                                     [{ target_id, url, state, attempts, last_status,
 *                                                                     due_at }] }] }, the newest first
 *                                                                     ?state=pending|delivered|failed ?limit=
 * GET    /_keystile/projects/:project_id/webhook-messages/:id         { message, payload, attempts: [{ target_id,
 *                                                                     attempted_at, duration_millis, status, problem,
 *                                                                     answer }] }, the newest first
 * POST   /_keystile/projects/:project_id/webhook-messages/:id/send    { target_id? }: sends it again
 * ```
 */
import { Clock, Effect, Schema } from "effect"
import { Uuid } from "../../../core/schema/fields/uuid.ts"
import { wire } from "../../../core/schema/wire.ts"
import { findProject, inProject } from "./project-of.ts"
import { controlRoute, problem } from "./route.ts"
import { Dispatcher } from "../../webhooks/dispatcher.ts"
import { Message, MessageStore, WholeMessage } from "../../webhooks/message-store.ts"
import { addTarget } from "../../webhooks/save-target.ts"
import { TargetSecret, TargetUrl } from "../../webhooks/target.ts"
import { TargetStore } from "../../webhooks/target-store.ts"
import { NewTargetView, TargetView } from "../../webhooks/target-view.ts"

const MAX_MESSAGES = 1000
const DEFAULT_MESSAGES = 100

const encodeTargets = Schema.encodeEffect(wire({ targets: Schema.Array(TargetView) }))
const encodeNewTarget = Schema.encodeEffect(NewTargetView)
const encodeMessages = Schema.encodeEffect(wire({ messages: Schema.Array(Message) }))
const encodeWhole = Schema.encodeEffect(WholeMessage)

const ofTarget = Schema.Struct({ ...inProject.fields, id: Uuid })
const ofMessage = Schema.Struct({ ...inProject.fields, id: Schema.String.check(Schema.isMaxLength(100)) })

const noMessage = "The project has no such webhook. Old ones are forgotten."

export const controls = [
  controlRoute(
    "GET",
    "/projects/:project_id/webhooks",
    { params: inProject },
    Effect.fnUntraced(function* ({ params }) {
      const project = yield* findProject(params.project_id)
      return yield* Effect.orDie(encodeTargets({ targets: yield* (yield* TargetStore).list(project.id) }))
    })
  ),

  controlRoute(
    "POST",
    "/projects/:project_id/webhooks",
    {
      params: inProject,
      body: Schema.Struct({ url: TargetUrl, secret: Schema.optionalKey(TargetSecret) }),
      status: 201
    },
    Effect.fnUntraced(function* ({ body, params }) {
      const project = yield* findProject(params.project_id)
      const target = yield* addTarget(project.id, body).pipe(
        Effect.catchTags({
          Taken: () => problem(409, "The project's webhooks go there already."),
          TooManyTargets: ({ message }) => problem(409, message)
        })
      )
      return yield* Effect.orDie(encodeNewTarget(target))
    })
  ),

  controlRoute(
    "DELETE",
    "/projects/:project_id/webhooks/:id",
    { params: ofTarget },
    Effect.fnUntraced(function* ({ params }) {
      const project = yield* findProject(params.project_id)
      const removed = yield* (yield* TargetStore).remove(project.id, params.id.toLowerCase())
      return removed ? { success: true } : yield* problem(404, "The project's webhooks do not go there.")
    })
  ),

  controlRoute(
    "GET",
    "/projects/:project_id/webhook-messages",
    {
      params: inProject,
      query: Schema.Struct({
        state: Schema.optionalKey(Schema.Literals(["pending", "delivered", "failed"])),
        limit: Schema.optionalKey(
          Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: MAX_MESSAGES }))
        )
      })
    },
    Effect.fnUntraced(function* ({ params, query: { limit = DEFAULT_MESSAGES, state = null } }) {
      const project = yield* findProject(params.project_id)
      const messages = yield* (yield* MessageStore).list(project.id, { state, limit })
      return yield* Effect.orDie(encodeMessages({ messages }))
    })
  ),

  controlRoute(
    "GET",
    "/projects/:project_id/webhook-messages/:id",
    { params: ofMessage },
    Effect.fnUntraced(function* ({ params }) {
      const project = yield* findProject(params.project_id)
      const found = yield* (yield* MessageStore).find(project.id, params.id)
      return found === null ? yield* problem(404, noMessage) : yield* Effect.orDie(encodeWhole(found))
    })
  ),

  controlRoute(
    "POST",
    "/projects/:project_id/webhook-messages/:id/send",
    { params: ofMessage, body: wire({ targetId: Schema.optionalKey(Uuid) }) },
    Effect.fnUntraced(function* ({ body, params }) {
      const project = yield* findProject(params.project_id)
      const target = body.targetId?.toLowerCase() ?? null
      const now = yield* Clock.currentTimeMillis
      if (!(yield* (yield* MessageStore).sendAgain(project.id, params.id, target, now))) {
        return yield* problem(404, noMessage)
      }
      yield* (yield* Dispatcher).wake
      return { success: true }
    })
  )
]
