/** The commands: `login`, `whoami` and `logout`. */
import { createClientApp, storageTokenStore } from "keystile/promise"
import { sessionFile } from "./session-file.ts"

export interface Terminal {
  readonly print: (line: string) => void
  /** The file of the session. */
  readonly session: string
  /** The URL of the application whose page approves. */
  readonly appUrl: string
  /** Aborted by Ctrl+C. */
  readonly signal?: AbortSignal
}

/** Runs a command. Returns the exit code. */
export const runCommand = async (command: string | undefined, terminal: Terminal): Promise<number> => {
  const { appUrl, print, session, signal } = terminal
  // The project and the key are read from environment variables.
  const app = createClientApp({ tokenStore: storageTokenStore(sessionFile(session)), redirectMethod: "none" })

  const whoami = async () => {
    const user = await app.getUser()
    print(user === null ? "Not signed in. Run login." : `Signed in as ${user.primaryEmail ?? user.id}`)
    return user === null ? 1 : 0
  }

  switch (command) {
    case "login": {
      const result = await app.signInOnCommandLine({
        appUrl,
        signal,
        showUrl: (url) => print(`Open this page in a browser to sign in:\n${url}`)
      })
      if (result.status === "ok") return whoami()
      print(result.error.message)
      return 1
    }
    case "whoami":
      return whoami()
    case "logout":
      await app.signOut()
      print("Signed out")
      return 0
    default:
      print("Usage: login | whoami | logout")
      return 2
  }
}
