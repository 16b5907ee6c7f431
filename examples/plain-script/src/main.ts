import { settingUpATeam } from "./setting-up-a-team.ts"

await settingUpATeam(
  { email: `founder-${Date.now()}@example.com`, password: "verdigris lantern" },
  { email: `colleague-${Date.now()}@example.com`, password: "correct horse" },
  console.log
)
