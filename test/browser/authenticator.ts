/** Chromium's virtual authenticator for passkeys. */
import type { Page } from "playwright-core"

/** Adds an authenticator whose user consents to everything. */
export const addAuthenticator = async (page: Page) => {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send("WebAuthn.enable")
  await protocol.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
}
