/** Encodes a project as in a snapshot. */
import * as Schema from "effect/Schema"
import { Json } from "../../core/schema/fields/json.ts"
import { Project } from "../../core/schema/project.ts"

const encode = Schema.encodeSync(Project)
const toJson = Schema.decodeUnknownSync(Json)

export const projectJson = (project: Project): Schema.Json => toJson(encode(project))
