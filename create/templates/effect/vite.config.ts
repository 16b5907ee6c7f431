/** Builds the pages into `web`, which the server serves. During development Vite sends it the requests of the API. */
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

export default defineConfig({
  plugins: [react()],
  build: { outDir: "web" },
  server: {
    port: 3000,
    strictPort: true,
    // The service accepts requests to the host of KEYSTILE_PUBLIC_URL only.
    proxy: { "/api": { target: "http://127.0.0.1:3001", changeOrigin: false } }
  }
})
