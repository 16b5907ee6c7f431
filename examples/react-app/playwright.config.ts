/**
 * Tests in a browser. Playwright starts the service with the users of the seed, and the application, and stops both at
 * the end. The service stores its data in memory, so each run begins with the seed.
 *
 *   npx playwright install chromium
 *   npm run test:browser
 */
import { defineConfig, devices } from "@playwright/test"
import { application, service, sessionFile } from "./browser-tests/addresses.ts"

const isCi = process.env["CI"] !== undefined
const executablePath = process.env["CHROMIUM_PATH"]

export default defineConfig({
  testDir: "browser-tests",
  forbidOnly: isCi,
  reporter: "list",
  use: {
    baseURL: application,
    trace: "retain-on-failure",
    // A Chromium that is installed already, instead of Playwright's own.
    launchOptions: executablePath === undefined ? {} : { executablePath }
  },
  projects: [
    { name: "session", testMatch: "session.setup.ts" },
    { name: "signed-in", testMatch: "board.test.ts", dependencies: ["session"], use: { storageState: sessionFile } },
    { name: "signed-out", testMatch: "sign-up.test.ts", use: devices["Desktop Chrome"] }
  ],
  webServer: [
    {
      command: `npx keystile dev --seed seed.json --port ${new URL(service).port}`,
      url: service,
      reuseExistingServer: !isCi
    },
    {
      command: `npx vite --host 127.0.0.1 --strictPort --port ${new URL(application).port}`,
      url: application,
      reuseExistingServer: !isCi,
      env: {
        VITE_KEYSTILE_URL: service,
        VITE_KEYSTILE_PROJECT_ID: "5a7f2c1e-8d34-4b6a-9c20-71e0f3d5b8a4",
        VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY: "pck_larkspur_for_development"
      }
    }
  ]
})
