/** The form of the native applications. */
import { describe, expect, it } from "vitest"
import { nativeAppsIn, nativeAppsProblem } from "../../console/settings/native-apps-draft.ts"

const origins = Array.from(
  { length: 21 },
  (_, index) => `android:apk-key-hash:${Buffer.alloc(32, index).toString("base64url")}`
)
const [first = "", second = ""] = origins

describe("the form of the native applications", () => {
  it("reads an origin from each line, without empty lines and space", () => {
    expect(nativeAppsIn(`\n  ${first}\t\r\n\n${second}\n`)).toEqual([first, second])
    expect(nativeAppsIn(" \n")).toEqual([])
  })

  it.each([
    ["", null],
    [origins.slice(0, 20).join("\n"), null],
    [origins.join("\n"), "At most 20 origins can be listed."],
    [`${first}\n${first}`, "An origin is listed twice."],
    [`${first}\nhttps://app.example`, "“https://app.example” is not android:apk-key-hash:"],
    [`${first} ${second}`, "” is not android:apk-key-hash:"],
    [`${first}=`, "is not android:apk-key-hash:"]
  ])("explains %j", (text, problem) => {
    if (problem === null) expect(nativeAppsProblem(text)).toBeNull()
    else expect(nativeAppsProblem(text)).toContain(problem)
  })
})
