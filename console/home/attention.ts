/** The problems that an owner should solve, with the page for each. */
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { WebhookTarget } from "../../core/schema/webhook.ts"
import { projectHref } from "../route/route.ts"
import { checkDomain } from "../settings/domain-check.ts"
import { lastProblemOf } from "../webhooks/target-health.tsx"

export interface Attention {
  readonly title: string
  readonly text: string
  readonly href: string
  /** The words of the link. */
  readonly link: string
}

export interface Health {
  /** The number of failed mails. At most the number that was asked for. */
  readonly failedMails: number
  readonly targets: ReadonlyArray<Pick<WebhookTarget, "failedDeliveries" | "id" | "lastAttempt" | "url">>
}

interface Project {
  readonly id: string
  readonly config: Pick<
    AdminProject["config"],
    "allowLocalhost" | "credentialEnabled" | "domains" | "magicLinkEnabled" | "oauthProviders" | "passkeyEnabled"
  > & { readonly emailConfig: { readonly type: AdminProject["config"]["emailConfig"]["type"] } }
}

/** Returns what needs attention, the worst first. */
export const attentionOf = ({ config, id }: Project, { failedMails, targets }: Health) => {
  const { allowLocalhost, credentialEnabled, domains, emailConfig, magicLinkEnabled, oauthProviders, passkeyEnabled } =
    config
  const hasMethod =
    credentialEnabled || magicLinkEnabled || passkeyEnabled || oauthProviders.some(({ enabled }) => enabled)
  const risky = domains.flatMap(({ domain }) => {
    const { problem, warnings } = checkDomain(domain, [])
    return (problem === null ? warnings : [problem]).map((text) => ({ domain, text }))
  })
  const found: ReadonlyArray<Attention | false> = [
    !hasMethod && {
      title: "Users cannot sign in",
      text: "Every method and provider is turned off.",
      href: projectHref(id, "settings", "sign-in"),
      link: "Turn on a method"
    },
    failedMails > 0 && {
      title: failedMails === 1 ? "A mail was not delivered" : `${failedMails} mails were not delivered`,
      text: "The mail server refused them, or they expired before it accepted them.",
      href: `${projectHref(id, "mail")}?state=failed`,
      link: "See the failed mails"
    },
    ...targets.map((target) => targetAttention(id, target)),
    ...risky.map(({ domain, text }) => ({
      title: `The domain ${domain} is risky`,
      text,
      href: projectHref(id, "settings", "domains"),
      link: "Change the domains"
    })),
    emailConfig.type === "shared" && {
      title: "The project has no mail server",
      text: "Its mails are sent by the mail server of the service, if that has one.",
      href: projectHref(id, "mail", "server"),
      link: "Set up a mail server"
    },
    allowLocalhost && {
      title: "Localhost is allowed",
      text: "Right for development. In production, a program on a visitor's machine could receive their codes.",
      href: projectHref(id, "settings", "domains"),
      link: "Turn it off"
    },
    domains.length === 0 &&
      !allowLocalhost && {
        title: "There is no trusted domain",
        text: "Users cannot sign in by mail or with a provider.",
        href: projectHref(id, "settings", "domains"),
        link: "Add a domain"
      }
  ]
  return found.filter((one) => one !== false)
}

/** Returns what needs attention about a webhook target: it fails now, or messages to it have failed. */
const targetAttention = (projectId: string, target: Health["targets"][number]): Attention | false => {
  const { failedDeliveries, id, url } = target
  const problem = lastProblemOf(target)
  const href = projectHref(projectId, "webhooks", "targets", id)
  if (problem !== null) {
    return { title: `Webhooks to ${url} fail`, text: problem, href, link: "See the target" }
  }
  return (
    failedDeliveries > 0 && {
      title:
        failedDeliveries === 1
          ? `A webhook message to ${url} was not delivered`
          : `${failedDeliveries} webhook messages to ${url} were not delivered`,
      text: "It did not accept them in any attempt. They can be sent again.",
      href: `${href}?state=failed`,
      link: "See the messages"
    }
  )
}
