/** Texts for failed requests. */
import { afterEach, describe, expect, it, vi } from "vitest"
import { ModuleNotLoaded, RequestError } from "../../core/errors/request-error.ts"
import { forms } from "../../react/messages/english/forms.ts"
import type { Messages } from "../../react/messages/english.ts"
import { requestProblem } from "../../react/messages/request-problem.ts"

afterEach(() => vi.unstubAllGlobals())

describe("Code that cannot be loaded", () => {
  const error = new RequestError({
    endpoint: "module sign-in steps",
    reason: new ModuleNotLoaded({ module: "sign-in steps", description: "TypeError" })
  })
  const textOf = () => requestProblem(error, forms as unknown as Messages)?.text

  it("is explained by the missing network on an offline device", () => {
    vi.stubGlobal("navigator", { onLine: false })
    expect(textOf()).toBe(forms.offline)
  })

  it("is explained by a lost connection on an online device", () => {
    vi.stubGlobal("navigator", { onLine: true })
    expect(textOf()).toBe(forms.connectionBroke)
  })
})
