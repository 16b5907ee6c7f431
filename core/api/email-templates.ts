/** Endpoints of a project's mail templates. */
import * as Endpoint from "../http/endpoint.ts"
import {
  EmailTemplate,
  EmailTemplatePreview,
  EmailTemplatePreviewInput,
  EmailTemplateQuery,
  EmailTemplateType,
  EmailTemplateUpdate
} from "../schema/email-template.ts"
import { list as listOf } from "../schema/lists.ts"
import { Success } from "../schema/responses.ts"

const admin = { tiers: ["admin"], resource: true } as const
const untilStack27 = { ...admin, missingFrom: "Stack Auth since 2.8" } as const
const params = { type: EmailTemplateType }
const query = EmailTemplateQuery

/** Lists all four templates, customized or not. */
export const list = Endpoint.get("/email-templates", { ...untilStack27, success: listOf(EmailTemplate) })
/** Returns the template of one type of mail, for all languages or for one. */
export const get = Endpoint.get("/email-templates/:type", { ...untilStack27, params, query, success: EmailTemplate })
/** Changes the template of one type of mail, for all languages without one or for one. */
export const update = Endpoint.patch("/email-templates/:type", {
  ...untilStack27,
  params,
  query,
  body: EmailTemplateUpdate,
  success: EmailTemplate
})
/** Deletes a template of the project. A plain 404 may also mean that it is the default already. */
export const reset = Endpoint.del("/email-templates/:type", { ...admin, params, query, success: Success })
/** Renders a template as the service would send it, whether it is saved or not: an extension of the wire. */
export const preview = Endpoint.post("/email-templates/preview", {
  ...admin,
  missingFrom: "Stack Auth",
  /** It changes nothing. */
  idempotent: true,
  body: EmailTemplatePreviewInput,
  success: EmailTemplatePreview
})
