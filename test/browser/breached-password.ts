/** Refuses a new password as a service with a list of breached passwords does. */
import type { Page } from "playwright-core"

const code = "PASSWORD_REQUIREMENTS_NOT_MET"
export const BREACHED_TEXT = "This password has appeared in a data breach. Choose a different one."

/** Refuses the next request to a path. Later requests reach the service. */
export const refuseAsBreached = (page: Page, path: string) => {
  let isFirst = true
  return page.route(`**${path}`, (route) => {
    if (route.request().method() === "OPTIONS" || !isFirst) return route.fallback()
    isFirst = false
    return route.fulfill({
      status: 400,
      headers: {
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "*",
        "x-stack-known-error": code
      },
      json: { code, error: BREACHED_TEXT, details: { message: BREACHED_TEXT } }
    })
  })
}
