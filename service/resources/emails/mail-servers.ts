import { Effect, Layer } from "effect"
import type { EmailConfig } from "../../../core/schema/admin-project.ts"
import { type MailServer, MailServers } from "../../mail/outbox/mail-servers.ts"
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

    const serverOf = (displayName: string, config: EmailConfig): MailServer =>
      config.type === "shared"
        ? { from: { name: displayName, address: shared.address }, server: shared.server }
        : { from: { name: config.senderName, address: config.senderEmail }, server: config }

    return MailServers.of({
      findSender: Effect.fnUntraced(function* ({ displayName, id }) {
        const { from, server } = serverOf(displayName, yield* emailConfigs.findSettings(id))
        return { from, hasServer: server !== null }
      }),
      findById: Effect.fnUntraced(function* (projectId) {
        const project = yield* projects.find(projectId)
        return project === null ? null : serverOf(project.displayName, yield* emailConfigs.find(projectId))
      })
    })
  })
)
