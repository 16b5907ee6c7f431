import { registerRootComponent } from "expo"
import { App } from "./src/app.tsx"
import { addRandomValues } from "./src/random-values.ts"

// Before the first call of the client.
addRandomValues()
registerRootComponent(App)
