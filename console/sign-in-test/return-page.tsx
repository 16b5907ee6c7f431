/** The end of a test sign-in: passes the outcome to the page that opened this window. */
import { useEffect } from "react"
import { useDocumentTitle } from "../components/use-document-title.ts"
import { CHANNEL, type ReturnMessage } from "./return-message.ts"

interface Props {
  readonly message: ReturnMessage
}

const ReturnPage = ({ message }: Props) => {
  useDocumentTitle("Test sign-in")
  useEffect(() => {
    // The code is used up by the other page. It is removed from this window's history.
    history.replaceState(null, "", location.pathname)
    const channel = new BroadcastChannel(CHANNEL)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has only pages of its origin.
    channel.postMessage(message)
    channel.close()
    close()
  }, [message])
  return (
    <div className="ks ks-desk">
      <main className="ks-console">
        <div className="ks-panel">
          <h1 className="ks-section-title">The test sign-in is done</h1>
          <p className="ks-text">The console shows its outcome. You can close this window.</p>
        </div>
      </main>
    </div>
  )
}

export default ReturnPage
