/** Vite does it all: TypeScript, JSX, styles. Nothing has to be set up: what a service would answer is in here. */
import { defineConfig } from "vite"

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } }
})
