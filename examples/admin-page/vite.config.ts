/** Vite compiles TypeScript, JSX and styles. The project's id and key are environment variables, see `.env.example`. */
import { defineConfig } from "vite"

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } }
})
