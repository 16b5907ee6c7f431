// Examples of the calls that only the admin tier has. A line `// example: CALL …` begins the example of the calls.

import * as Admin from "keystile/admin"
import { Console, Duration, Effect, Redacted } from "effect"

// example: keystile/admin getProject
export const signInMethods = Effect.gen(function* () {
  const { getProject } = yield* Admin.Admin
  const { config } = yield* getProject
  return config.oauthProviders.map(({ id, type }) => `${id}: ${type}`)
})

// example: keystile/admin asProjectOwner
export const settingsOf = (projectId: string) =>
  Effect.gen(function* () {
    const admin = yield* Admin.Admin
    // Signed in to the project `internal`, whose users own projects and need no key for them.
    const project = yield* Admin.make({ projectId, projectOwnerSession: admin.asProjectOwner, tokenStore: null })
    return (yield* project.getProject).config
  })

// example: updateProject
export const openSignUp = Effect.gen(function* () {
  const { updateProject } = yield* Admin.Admin
  yield* updateProject({ config: { signUpEnabled: true } })
})

// example: removeProject
export const removeProject = (confirmedName: string) =>
  Effect.gen(function* () {
    const admin = yield* Admin.Admin
    const { displayName } = yield* admin.getProject
    // With all its users. There is no way back.
    if (confirmedName === displayName) yield* admin.removeProject()
  })

// example: getProductionModeErrors
export const goToProduction = Effect.gen(function* () {
  const admin = yield* Admin.Admin
  const problems = yield* admin.getProductionModeErrors()
  if (problems.length > 0) return problems.map(({ message }) => message)
  yield* admin.updateProject({ isProductionMode: true })
  return []
})

// example: apiKeys.list apiKeys.get
export const keysOfProject = Effect.gen(function* () {
  const { apiKeys } = yield* Admin.Admin
  return (yield* apiKeys.list()).map(({ description, expiresAt }) => `${description}, until ${expiresAt.toISOString()}`)
})

// example: apiKeys.create apiKeys.update apiKeys.revoke
export const replaceKeys = (oldId: string) =>
  Effect.gen(function* () {
    const { apiKeys } = yield* Admin.Admin
    const created = yield* apiKeys.create({
      description: "Production",
      expiresAt: new Date("2030-01-01"),
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: false
    })
    yield* apiKeys.revoke(oldId)
    // Only this response has the keys.
    return created.secretServerKey
  })

// example: emailTemplates.list emailTemplates.reset
export const resetTemplates = Effect.gen(function* () {
  const { emailTemplates } = yield* Admin.Admin
  const own = (yield* emailTemplates.list()).filter(({ isDefault }) => !isDefault)
  yield* Effect.forEach(own, ({ type }) => emailTemplates.reset(type), { discard: true })
})

// example: emailTemplates.update
export const setSubject = Effect.gen(function* () {
  const { emailTemplates } = yield* Admin.Admin
  yield* emailTemplates.update("magic_link", { subject: "Your link to {{ projectDisplayName }}" })
})

// example: emailTemplates.preview emailTemplates.get
export const previewMail = Effect.gen(function* () {
  const { emailTemplates } = yield* Admin.Admin
  const { content, subject } = yield* emailTemplates.get("password_reset")
  const { html } = yield* emailTemplates.preview({
    content,
    subject,
    variables: { userDisplayName: "Ada", passwordResetLink: "https://app.example.com/reset" }
  })
  return html
})

// example: permissionDefinitions.list permissionDefinitions.create
export const defineBilling = Effect.gen(function* () {
  const { permissionDefinitions } = yield* Admin.Admin
  const known = (yield* permissionDefinitions.list()).map(({ id }) => id)
  if (known.includes("billing")) return
  yield* permissionDefinitions.create({ id: "billing", description: "Sees invoices", containedPermissionIds: [] })
})

// example: permissionDefinitions.update permissionDefinitions.remove
export const mergePermissions = Effect.gen(function* () {
  const { permissionDefinitions } = yield* Admin.Admin
  yield* permissionDefinitions.update("billing", { description: "Sees and pays invoices" })
  // Also taken from all users who have it.
  yield* permissionDefinitions.remove("pay_invoices")
})

// example: projectPermissionDefinitions.list projectPermissionDefinitions.create
export const defineModerate = Effect.gen(function* () {
  const { projectPermissionDefinitions } = yield* Admin.Admin
  const known = (yield* projectPermissionDefinitions.list()).map(({ id }) => id)
  if (known.includes("moderate")) return
  yield* projectPermissionDefinitions.create({ id: "moderate", description: "Removes posts" })
})

// example: projectPermissionDefinitions.update projectPermissionDefinitions.remove
export const renamePermission = Effect.gen(function* () {
  const { projectPermissionDefinitions } = yield* Admin.Admin
  // Users who have it keep it under its new id.
  yield* projectPermissionDefinitions.update("moderate", { id: "moderator" })
  yield* projectPermissionDefinitions.remove("read_reports")
})

// example: webhooks.createTarget webhooks.listTargets
export const newTarget = Effect.gen(function* () {
  const { webhooks } = yield* Admin.Admin
  const { secret } = yield* webhooks.createTarget({
    url: "https://app.example.com/webhooks",
    eventTypes: ["user.created", "user.deleted"]
  })
  yield* Console.log(`KEYSTILE_WEBHOOK_SECRET=${Redacted.value(secret)}`)
  return yield* webhooks.listTargets()
})

// example: webhooks.updateTarget webhooks.deleteTarget
export const moveTarget = (oldId: string, newId: string) =>
  Effect.gen(function* () {
    const { webhooks } = yield* Admin.Admin
    // `null` is every type of event.
    yield* webhooks.updateTarget(newId, { eventTypes: null })
    yield* webhooks.deleteTarget(oldId)
  })

// example: webhooks.rotateSecret
export const rotateSecret = (targetId: string) =>
  Effect.gen(function* () {
    const { webhooks } = yield* Admin.Admin
    // For a day deliveries have a signature of either secret.
    const options = { overlapMillis: Duration.toMillis("1 day") }
    return (yield* webhooks.rotateSecret(targetId, undefined, options)).secret
  })

// example: webhooks.listMessages webhooks.sendAgain
export const sendFailedAgain = Effect.gen(function* () {
  const { webhooks } = yield* Admin.Admin
  const failed = yield* webhooks.listMessages({ state: "failed", limit: 100 })
  yield* Effect.forEach(failed, ({ id }) => webhooks.sendAgain(id), { discard: true })
})

// example: webhooks.getMessage
export const lastResponse = (messageId: string) =>
  Effect.gen(function* () {
    const { webhooks } = yield* Admin.Admin
    const { attempts } = yield* webhooks.getMessage(messageId)
    return attempts.at(-1)
  })

// example: createSvixToken
export const svixToken = Effect.gen(function* () {
  const { createSvixToken } = yield* Admin.Admin
  return yield* createSvixToken()
})

// example: getMetrics
export const numberOfUsers = Effect.gen(function* () {
  const { getMetrics } = yield* Admin.Admin
  return (yield* getMetrics()).totalUsers
})

// example: listOutgoingMails sendMailAgain
export const sendMailsAgain = Effect.gen(function* () {
  const { listOutgoingMails, sendMailAgain } = yield* Admin.Admin
  const failed = yield* listOutgoingMails({ state: "failed" })
  yield* Effect.forEach(failed, ({ id }) => sendMailAgain(id), { discard: true })
})

// example: listAuditLog
export const changesOf = (actorId: string) =>
  Effect.gen(function* () {
    const { listAuditLog } = yield* Admin.Admin
    const { items } = yield* listAuditLog({ actorId, limit: 50 })
    return items.map(({ action, at }) => `${at.toISOString()} ${action}`)
  })

// example: sendTestEmail
export const testMail = (password: string) =>
  Effect.gen(function* () {
    const { sendTestEmail } = yield* Admin.Admin
    yield* sendTestEmail({
      recipientEmail: "ada@example.com",
      emailConfig: {
        host: "smtp.example.com",
        port: 587,
        username: "orchard",
        password: Redacted.make(password),
        senderName: "Orchard",
        senderEmail: "hello@example.com"
      }
    })
  }).pipe(Effect.catchTag("TestEmailFailed", ({ message }) => Console.log(message)))

// example: authorizeImpersonation
export const authorize = (userId: string, search: URLSearchParams) =>
  Effect.gen(function* () {
    const { authorizeImpersonation } = yield* Admin.Admin
    // The address to return to, with the code that starts the session there.
    return yield* authorizeImpersonation({
      userId,
      reason: "Ticket 4711",
      state: search.get("state") ?? "",
      redirectUri: search.get("redirect_uri") ?? "",
      codeChallenge: search.get("code_challenge") ?? ""
    })
  })
