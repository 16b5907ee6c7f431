/** The gallery: the list of states on the left, the selected one on the right, and the choices of its look. */
import { StrictMode, useEffect, useRef, useState } from "react"
import { createRoot } from "react-dom/client"
import { languages, schemes, themes, widths } from "../looks.ts"
import { states } from "../states/index.ts"
import { idOf, type State } from "../states/state.ts"
import { Choice } from "./choice.tsx"
import "./shell.css"

interface Look {
  readonly theme: string
  readonly scheme: string
  readonly lang: string
  /** In CSS pixels, or `full`. */
  readonly width: string
}

const initial: Look = { theme: "verdigris", scheme: "light", lang: "en-US", width: "full" }

const groups = [...new Set(states.map(({ of }) => of))].map((of) => ({
  of,
  members: states.filter((state) => state.of === of)
}))

/** Reads the selection from the URL, so that it can be shared. */
const read = (): Look & { readonly id: string } => {
  const query = new URLSearchParams(location.hash.slice(1))
  const given = (name: keyof Look) => query.get(name) ?? initial[name]
  return {
    id: query.get("id") ?? (states[0] === undefined ? "" : idOf(states[0])),
    theme: given("theme"),
    scheme: given("scheme"),
    lang: given("lang"),
    width: given("width")
  }
}

const words = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, "$1 $2")

const matches =
  (wanted: string) =>
  ({ name, of }: State) =>
    `${words(of)} ${of} ${name}`.toLowerCase().includes(wanted.trim().toLowerCase())

const Gallery = () => {
  const [chosen, setChosen] = useState(read)
  const [wanted, setWanted] = useState("")
  const current = useRef<HTMLAnchorElement>(null)
  const { id, lang, scheme, theme, width } = chosen
  const state = states.find((state) => idOf(state) === id)

  useEffect(() => {
    const changed = () => setChosen(read())
    addEventListener("hashchange", changed)
    return () => removeEventListener("hashchange", changed)
  }, [])
  useEffect(() => {
    document.documentElement.dataset["ksTheme"] = theme
    document.documentElement.dataset["ksScheme"] = scheme
  }, [scheme, theme])
  useEffect(() => {
    void current.current?.scrollIntoView({ block: "nearest" })
  }, [id])

  const address = (changes: Partial<typeof chosen>) => `#${new URLSearchParams({ ...chosen, ...changes })}`
  const choose = (changes: Partial<typeof chosen>) => location.replace(address(changes))
  const frame = `/?${new URLSearchParams({ state: id, theme, scheme, lang })}`

  return (
    <div className="gallery ks">
      <aside className="list">
        <header className="head">
          <h1 className="name">Gallery</h1>
          <span className="count">{`${states.length} states`}</span>
        </header>
        <input
          className="ks-input"
          type="search"
          aria-label="Find a state"
          placeholder="Find a state"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
        <nav className="groups" aria-label="States">
          {groups.map(({ members, of }) => {
            const shown = members.filter(matches(wanted))
            return (
              shown.length > 0 && (
                <section key={of}>
                  <h2 className="group">{words(of)}</h2>
                  <ul>
                    {shown.map((member) => {
                      const isCurrent = idOf(member) === id
                      return (
                        <li key={idOf(member)}>
                          <a
                            ref={isCurrent ? current : undefined}
                            className="state"
                            aria-current={isCurrent ? "page" : undefined}
                            href={address({ id: idOf(member) })}
                          >
                            {member.name}
                          </a>
                        </li>
                      )
                    })}
                  </ul>
                </section>
              )
            )
          })}
        </nav>
      </aside>
      <main className="view">
        <div className="controls">
          <Choice label="Theme" options={themes} value={theme} onChoose={(theme) => choose({ theme })} />
          <Choice label="Scheme" options={schemes} value={scheme} onChoose={(scheme) => choose({ scheme })} />
          <Choice
            label="Language"
            options={languages.map(({ id }) => id)}
            names={Object.fromEntries(languages.map(({ id, name }) => [id, name]))}
            value={lang}
            onChoose={(lang) => choose({ lang })}
          />
          <Choice
            label="Width"
            options={[...widths.map(String), "full"]}
            value={width}
            onChoose={(width) => choose({ width })}
          />
        </div>
        <div className="paper">
          {/* eslint-disable-next-line react/iframe-missing-sandbox -- the frame is this page itself */}
          <iframe
            key={frame}
            className="frame"
            data-width={width}
            title={state === undefined ? "Nothing" : `${words(state.of)}: ${state.name}`}
            src={frame}
          />
          {state?.source !== undefined && <pre className="source">{state.source}</pre>}
        </div>
      </main>
    </div>
  )
}

export const show = (root: HTMLElement) => {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>
  )
}
