/** The page of one state, with the look of the query. */
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { Handler, KeystileProvider } from "keystile/react"
import { languages, type LanguageChoice } from "../looks.ts"
import { states } from "../states/index.ts"
import { idOf, type State } from "../states/state.ts"
import { reach } from "./acts.ts"
import { replaceFetch, baseUrl, project, tokens } from "./service.ts"
import "./state-page.css"

const anyPage: State = { of: "Handler", name: "followed", page: "sign-in", shows: "h1" }

const setLook = (query: URLSearchParams): LanguageChoice["lang"] => {
  const language = languages.find(({ id }) => id === query.get("lang")) ?? languages[0]
  const page = document.documentElement
  page.lang = typeof language?.lang === "string" ? language.lang : (language?.lang.tag ?? "en")
  page.dir = query.get("dir") ?? language?.dir ?? "ltr"
  page.dataset["ksTheme"] = query.get("theme") ?? "verdigris"
  page.dataset["ksScheme"] = query.get("scheme") ?? "auto"
  return language?.lang ?? "en-US"
}

const setPasskeys = (behaviour: State["passkeys"]) => {
  // Absent in WebKitGTK and in web views.
  if (!("PublicKeyCredential" in globalThis)) return
  // Never offer passkeys in fields, because a dialog of the browser is not part of a picture.
  Object.defineProperty(PublicKeyCredential, "isConditionalMediationAvailable", { value: async () => false })
  if (behaviour === undefined) return
  const get = () =>
    behaviour === "never" ? new Promise(() => {}) : Promise.reject(new DOMException("Not now", "NotAllowedError"))
  Object.defineProperty(navigator.credentials, "get", { value: get })
}

/** Returns `true` for the URL of a page of the screens. The gallery has no other pages. */
const isOwn = (url: string | URL) => {
  const { origin, pathname } = new URL(url, location.href)
  return origin === location.origin && pathname.startsWith("/handler/")
}

const stay = (url: string) => {
  if (isOwn(url)) location.assign(url)
}

/**
 * Ignores navigation to a provider, which has no page here. The screen stays in its waiting state. Firefox before 147
 * and Safari before 26.2 have no Navigation API and leave the page.
 */
const stayOnTheWay = () => {
  if (!("navigation" in globalThis)) return
  globalThis.navigation.addEventListener("navigate", (event) => {
    if (new URL(event.destination.url).origin !== location.origin) event.preventDefault()
  })
}

/** Removes the entries of Keystile. The documentation site, which shares the storage, keeps its color scheme there. */
const clear = (storage: Storage) => {
  for (const key of Object.keys(storage)) if (key.startsWith("keystile")) storage.removeItem(key)
}

export const show = (root: HTMLElement, query: URLSearchParams) => {
  const id = query.get("state")
  const state = id === null ? anyPage : states.find((state) => idOf(state) === id)
  if (state === undefined) throw new Error(`There is no state ${id}.`)
  const lang = setLook(query)
  setPasskeys(state.passkeys)
  stayOnTheWay()
  replaceFetch({
    ...(state.config !== undefined && { "GET /projects/current": { json: project(state.config) } }),
    ...state.responses
  })
  if (id !== null) {
    // The screens keep a typed address, and the settings of the last visit.
    for (const storage of [localStorage, sessionStorage]) clear(storage)
  }
  localStorage.setItem("keystile-last-used-gallery", "github")
  if (id !== null) {
    history.replaceState(null, "", `/handler/${state.page ?? "component"}${state.query ?? ""}${state.hash ?? ""}`)
  }
  createRoot(root).render(
    <StrictMode>
      <KeystileProvider
        baseUrl={baseUrl}
        projectId="gallery"
        publishableClientKey="pck_gallery"
        tokenStore={state.signedIn === true ? tokens : "memory"}
        redirectMethod={stay}
        lang={lang}
        theme={state.theme}
        signUpProofWidget={state.proofWidget}
      >
        {state.component === undefined ? (
          <Handler
            allowFraming={state.of !== "FrameGuard"}
            componentProps={{ [state.of]: { appearance: state.appearance } }}
          />
        ) : (
          <main className="component">{state.component}</main>
        )}
      </KeystileProvider>
    </StrictMode>
  )
  const isWaiting =
    state.shows.includes("aria-busy") ||
    Object.values(state.responses ?? {})
      .flat()
      .includes("never")
  void reach(state.acts ?? [], state.shows, isWaiting).then(
    () => (document.documentElement.dataset["reached"] = "yes"),
    (error: unknown) => (document.documentElement.dataset["reached"] = String(error))
  )
}
