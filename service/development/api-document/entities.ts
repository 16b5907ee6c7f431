/** The entities of the contract, each with its name as an identifier. */
import { Schema } from "effect"
import * as apiKey from "../../../core/schema/api-key.ts"
import * as contactChannel from "../../../core/schema/contact-channel.ts"
import * as emailTemplate from "../../../core/schema/email-template.ts"
import * as metrics from "../../../core/schema/metrics.ts"
import * as permission from "../../../core/schema/permission.ts"
import * as adminProject from "../../../core/schema/admin-project.ts"
import * as project from "../../../core/schema/project.ts"
import * as responses from "../../../core/schema/responses.ts"
import * as serverTeam from "../../../core/schema/server-team.ts"
import * as serverUser from "../../../core/schema/server-user.ts"
import * as session from "../../../core/schema/session.ts"
import * as teamMember from "../../../core/schema/team-member.ts"
import * as team from "../../../core/schema/team.ts"
import * as teamUpdate from "../../../core/schema/team-update.ts"
import * as user from "../../../core/schema/user.ts"
import * as userUpdate from "../../../core/schema/user-update.ts"

const exportedEntities = {
  ...apiKey,
  ...contactChannel,
  ...emailTemplate,
  ...metrics,
  ...permission,
  ...adminProject,
  ...project,
  ...responses,
  ...serverTeam,
  ...serverUser,
  ...session,
  ...teamMember,
  ...team,
  ...teamUpdate,
  ...user,
  ...userUpdate
}

const isEntityName = (name: string) => /^[A-Z]/.test(name)

export const entities: ReadonlyArray<Schema.Top> = Object.entries<unknown>(exportedEntities).flatMap(
  ([name, schema]) =>
    isEntityName(name) && Schema.isSchema(schema)
      ? [Schema.make<Schema.Top>(schema.ast).annotate({ identifier: name })]
      : []
)

/** Returns whether an entity is a request body, which is decoded strictly. */
export const isSent = (name: string): boolean => /(?:Create|Update)$/.test(name)
