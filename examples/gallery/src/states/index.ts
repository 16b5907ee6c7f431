/** Every state of every screen. `test/examples/gallery.test.ts` compares them with the flows and the screens. */
import { accountStates } from "./account.ts"
import { appearanceStates } from "./appearance.ts"
import { mailed } from "./mailed.ts"
import { componentStates } from "./components.tsx"
import { partStates } from "./parts.tsx"
import { signingIn } from "./signing-in.ts"
import type { State } from "./state.ts"

export const states: ReadonlyArray<State> = [
  ...signingIn,
  ...mailed,
  ...accountStates,
  ...appearanceStates,
  ...componentStates,
  ...partStates
]
