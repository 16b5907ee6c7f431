/** A page with every component in every state. Query: `dir`, `theme`, `scheme`, `long`, and `only` for one group. */
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { KeystileProvider, Scope, type Theme } from "keystile/react"
import "keystile/react/styles.css"
import "keystile/react/themes.css"
import { reach } from "../state-page/acts.ts"
import { cards } from "./cards.tsx"
import { controls } from "./controls.tsx"
import { flows } from "./flows.tsx"
import { hebrew, long, TextsContext } from "./texts.ts"
import { themes } from "./themes.tsx"
import "./styles.css"

const query = new URLSearchParams(location.search)
document.documentElement.dir = query.get("dir") ?? "ltr"
document.documentElement.dataset["ksTheme"] = query.get("theme") ?? "verdigris"
document.documentElement.dataset["ksScheme"] = query.get("scheme") ?? "auto"

const texts = query.has("long") ? long : query.get("dir") === "rtl" ? hebrew : {}
const brand: Theme | undefined = query.has("brand")
  ? {
      radius: "0px",
      notch: "0px",
      light: { primary: "#7a1fa2" },
      dark: { primary: "#d6a4f0", primaryForeground: "#1c0429" }
    }
  : undefined

const groups = [...flows, ...cards, ...controls, ...themes]
const only = query.get("only")

const Gallery = () => (
  <main>
    <Scope>
      <h1 className="ks-title">Gallery</h1>
    </Scope>
    {groups
      .filter(({ name }) => only === null || name === only)
      .map(({ items, layout, name }) => (
        <section className={layout === "states" ? "states" : "group"} key={name} aria-label={name} id={name}>
          {items.map(({ component, name }) => (
            <div className="item" key={name} data-item={name}>
              <Scope as="div">
                <span className="ks-hint">{name}</span>
              </Scope>
              {component}
            </div>
          ))}
        </section>
      ))}
  </main>
)

const root = document.getElementById("root")
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <KeystileProvider projectId="gallery" publishableClientKey="pck_none" messages={texts} theme={brand}>
        <TextsContext value={texts}>
          <Gallery />
        </TextsContext>
      </KeystileProvider>
    </StrictMode>
  )
  // Some components are busy in a state that does not end.
  void reach([], "section", true).then(() => (document.documentElement.dataset["reached"] = "yes"))
}
