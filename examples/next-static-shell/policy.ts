/** The content security policy of prerendered pages, whose inline scripts have no nonce. */
const service = process.env.NEXT_PUBLIC_STACK_API_URL ?? "https://api.stack-auth.com"

// `next dev` evaluates text, and puts styles into the page.
const inDevelopment = (text: string) => (process.env.NODE_ENV === "development" ? ` ${text}` : "")

export const contentSecurityPolicy = () =>
  [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline'${inDevelopment("'unsafe-eval'")}`,
    `style-src 'self'${inDevelopment("'unsafe-inline'")}`,
    "img-src 'self' data: https:",
    `connect-src 'self' ${service}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'"
  ].join("; ")
