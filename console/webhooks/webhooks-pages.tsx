/** The targets and messages of webhooks, or the page of the target or the message in the URL. */
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { MessagePage } from "./message-page.tsx"
import { MessagesSection } from "./messages-section.tsx"
import { TargetPage } from "./target-page.tsx"
import { TargetsSection } from "./targets-section.tsx"

const WebhooksPages = (shown: ProjectPageProps) => {
  const [first = "", second = ""] = shown.rest
  if (first === "targets" && second !== "") return <TargetPage key={second} {...shown} />
  if (first !== "" && first !== "targets") return <MessagePage key={first} {...shown} />
  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden">Webhooks</h1>
      <TargetsSection project={shown.project} now={shown.now} />
      <MessagesSection project={shown.project} search={shown.search} now={shown.now} />
    </div>
  )
}

export default WebhooksPages
