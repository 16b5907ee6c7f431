/** Chromium's virtual authenticators for passkeys. */
import type { Page } from "playwright-core"

const options = {
  protocol: "ctap2",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true
} as const

/** Adds an authenticator whose user consents to everything. */
export const addAuthenticator = async (page: Page) => {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send("WebAuthn.enable")
  await protocol.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...options, transport: "internal", automaticPresenceSimulation: true }
  })
}

/**
 * Adds an authenticator of the device and a security key. Returns a function that makes the user consent with one of
 * them
 * only.
 */
export const addTwoAuthenticators = async (page: Page) => {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send("WebAuthn.enable")
  const add = async (transport: "internal" | "usb") => {
    const { authenticatorId } = await protocol.send("WebAuthn.addVirtualAuthenticator", {
      options: { ...options, transport, automaticPresenceSimulation: false }
    })
    return authenticatorId
  }
  const ids = { device: await add("internal"), key: await add("usb") }
  return async (chosen: keyof typeof ids) => {
    for (const [name, authenticatorId] of Object.entries(ids)) {
      await protocol.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: name === chosen })
    }
  }
}
