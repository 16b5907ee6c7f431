import { Effect, Layer } from "effect"
import { MailServers } from "../../mail/outbox/mail-servers.ts"
import { SharedMail } from "../../mail/shared-mail.ts"
import { EmailConfigStore } from "../projects/email-config-store.ts"
import { ProjectStore } from "../projects/project-store.ts"

/** Finds the mail server in the settings of a project, or that of the installation. */
export const layer: Layer.Layer<MailServers, never, EmailConfigStore | ProjectStore> = Layer.effect(
  MailServers,
  Effect.gen(function* () {
    const emailConfigs = yield* EmailConfigStore
    const projects = yield* ProjectStore
    const shared = yield* SharedMail

    const find = ({ displayName, id }: { readonly id: string; readonly displayName: string }) =>
      Effect.map(emailConfigs.find(id), (config) =>
        config.type === "shared"
          ? { from: { name: displayName, address: shared.address }, server: shared.server }
          : { from: { name: config.senderName, address: config.senderEmail }, server: config }
      )

    return MailServers.of({
      find: (project) => Effect.orDie(find(project)),
      findById: (projectId) =>
        Effect.flatMap(projects.find(projectId), (project) => (project === null ? Effect.succeed(null) : find(project)))
    })
  })
)
