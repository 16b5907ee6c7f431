import node from "@astrojs/node"
import react from "@astrojs/react"
import { defineConfig } from "astro/config"

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  integrations: [react()],
  build: { inlineStylesheets: "never" },
  // The default, Shiki, writes inline styles, which the policy does not allow.
  markdown: { syntaxHighlight: "prism" },
  security: {
    // Astro adds the hashes of its inline scripts and styles, and sends the policy with each page of a build.
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data: https:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'"
      ]
    }
  }
})
