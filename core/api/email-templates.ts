/** Endpoints of a project's mail templates. */
import * as Endpoint from "../http/endpoint.ts"
import { EmailTemplate, EmailTemplateType, EmailTemplateUpdate } from "../schema/email-template.ts"
import { list as listOf } from "../schema/lists.ts"
import { Success } from "../schema/responses.ts"

const admin = { tiers: ["admin"], resource: true } as const
const params = { type: EmailTemplateType }

/** Lists all four templates, customized or not. */
export const list = Endpoint.get("/email-templates", { ...admin, success: listOf(EmailTemplate) })
export const get = Endpoint.get("/email-templates/:type", { ...admin, params, success: EmailTemplate })
export const update = Endpoint.patch("/email-templates/:type", {
  ...admin,
  params,
  body: EmailTemplateUpdate,
  success: EmailTemplate
})
/** Resets a template to the default. */
export const reset = Endpoint.del("/email-templates/:type", { ...admin, params, success: Success })
