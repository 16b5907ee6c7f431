/** The page on which the console shows a mail in a frame. */

/**
 * Templates and names may contain any HTML. So the page of a mail runs no scripts, sends no requests and has an opaque
 * origin. Its links open in a new tab.
 */
export const mailHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "sandbox allow-popups allow-popups-to-escape-sandbox",
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src https: data:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'"
  ].join("; ")
}

/** Its links open outside of the frame that shows it. */
export const asPage = (html: string) =>
  `<!doctype html><meta name="referrer" content="no-referrer">` +
  `<base target="_blank">${html.replace(/^\s*<!doctype[^>]*>/i, "")}`
