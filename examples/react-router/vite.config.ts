import { reactRouter } from "@react-router/dev/vite"
import { defineConfig } from "vite"

export default defineConfig({
  plugins: [reactRouter()],
  // Found only when the first page is shown, which would load it a second time.
  optimizeDeps: { include: ["keystile/react", "keystile/react-router"] }
})
