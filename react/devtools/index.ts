/**
 * `keystile/devtools`: a panel that shows the session, the calls and the cache of a provider during development.
 *
 * Bundlers select the panel by the condition `development` of package.json. Without that condition, as in builds for
 * production and on servers, the component renders nothing and loads no other module.
 *
 * @example
 * <KeystileProvider projectId="…" publishableClientKey="pck_…">
 *   <App />
 *   <KeystileDevtools />
 * </KeystileProvider>
 */
"use client"

export { KeystileDevtools, type KeystileDevtoolsProps } from "./keystile-devtools.tsx"
