/** Vite compiles TypeScript, JSX and styles. No setup is needed: the gallery contains the service's responses. */
import { defineConfig } from "vite"

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } }
})
