/**
 * Attacks the console from a page of another origin. Returns the attempts that read or reached something. Runs in the
 * page, so it must not use module scope.
 */
export const attack = async (url: string) => {
  const meant = { "content-type": "application/json", "x-keystile-control": "1" }
  const fault = JSON.stringify({ kind: "serverError" })
  const reads = async (path: string, init?: RequestInit) => {
    try {
      const response = await fetch(`${url}${path}`, init)
      return response.type === "opaque" ? false : `${path}: ${(await response.text()).slice(0, 50)}`
    } catch {
      return false
    }
  }
  const loads = (name: "script" | "img" | "iframe", path: string) =>
    new Promise<string | false>((done) => {
      const element = document.createElement(name)
      // The content of a frame, even an error page, is detected from outside.
      element.addEventListener("load", () => done(name !== "iframe" && `${name} ${path}`))
      element.addEventListener("error", () => done(false))
      element.setAttribute("src", `${url}${path}`)
      document.body.append(element)
    })
  const post = (path: string, init: RequestInit) => reads(path, { method: "POST", body: fault, ...init })
  document.body.innerHTML += `<form method="post" enctype="text/plain" target="sink" action="${url}/_keystile/faults">
    <input name='{"kind":"serverError","path":"' value='"}'></form><iframe name="sink"></iframe>`
  document.querySelector("form")?.submit()
  const handle = open(`${url}/`)
  const got = await Promise.all([
    reads("/"),
    reads("/_keystile"),
    reads("/_keystile/projects"),
    reads("/_keystile/mailbox"),
    reads("/_keystile/projects", { mode: "no-cors" }),
    reads("/_keystile/projects", { credentials: "include" }),
    post("/_keystile/faults", {}),
    post("/_keystile/faults", { mode: "no-cors" }),
    post("/_keystile/faults", { headers: meant }),
    post("/_keystile/clock/advance", { headers: { "content-type": "text/plain" } }),
    reads("/_keystile/mailbox", { method: "DELETE", headers: meant }),
    loads("script", "/_keystile/requests"),
    loads("script", "/_keystile/overview"),
    loads("img", "/"),
    loads("iframe", "/"),
    loads("iframe", "/_keystile/projects")
  ])
  // To its opener, the page counts as closed as soon as it has loaded.
  const isShut = () => handle?.closed === true
  for (let waited = 0; !isShut() && waited < 10_000; waited += 50) await new Promise((done) => setTimeout(done, 50))
  return [...got, !isShut() && "a reference to the page"].filter((one) => one !== false)
}
