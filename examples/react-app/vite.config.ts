/** Vite does it all: TypeScript, JSX, styles. The project's id and key come from the environment, see `.env.example`. */
import { defineConfig } from "vite"

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } }
})
