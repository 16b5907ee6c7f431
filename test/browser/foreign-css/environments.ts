/** Environments for the screens: the style sheets of CSS frameworks, resets and applications. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { compile } from "tailwindcss"

const resolve = createRequire(import.meta.url).resolve
const root = fileURLToPath(new URL("../../..", import.meta.url))

export interface Environment {
  readonly name: string
  /** Style sheets of the page, before and after that of the screens. */
  readonly before?: string
  readonly after?: string
  /** The page's only style sheet, which imports the one of the screens. */
  readonly whole?: string
  /** The class of `<html>`. */
  readonly html?: string
}

/** Builds a style sheet with Tailwind, as its bundler plugins do. */
export const tailwind = async (css: string, candidates: ReadonlyArray<string> = []): Promise<string> => {
  const compiler = await compile(css, {
    base: root,
    loadStylesheet: async (id, base) => {
      const path =
        id === "tailwindcss"
          ? resolve("tailwindcss/index.css")
          : id.startsWith("keystile/")
            ? join(root, id.slice("keystile/".length))
            : join(base, id)
      return { path, base: dirname(path), content: readFileSync(path, "utf8") }
    }
  })
  return compiler.build([...candidates])
}

/** Utilities that an application's pages use. */
const utilities = ["m-4", "p-4", "flex", "text-lg", "bg-blue-500", "dark:bg-blue-900", "border", "rounded"]

const TAILWIND = `@import "tailwindcss";`
const SCREENS = `@import "keystile/react/styles.css";`

/** The documented setup in which Tailwind's utilities override the screens. */
const LAYERED = `@layer theme, base, keystile, components, utilities;
${TAILWIND}
@import "keystile/react/styles.layered.css";`

/**
 * The rules that `shadcn init` adds to an application's style sheet: rules for every element, and dark mode by class.
 */
const shadcn = `
@import "tailwindcss";
@custom-variant dark (&:is(.dark *));
:root { --radius: 0.625rem; --background: oklch(1 0 0); --foreground: oklch(0.145 0 0); --border: oklch(0.922 0 0);
  --ring: oklch(0.708 0 0); }
.dark { --background: oklch(0.145 0 0); --foreground: oklch(0.985 0 0); --border: oklch(1 0 0 / 10%);
  --ring: oklch(0.556 0 0); }
@theme inline { --color-background: var(--background); --color-foreground: var(--foreground);
  --color-border: var(--border); --color-ring: var(--ring); }
@layer base {
  * { @apply border-border outline-ring/50; }
  body { @apply bg-background text-foreground; }
  button:not(:disabled), [role="button"]:not(:disabled) { cursor: pointer; }
}`

const plainReset = "*, *::before, *::after { box-sizing: border-box; margin: 0; padding: 0 }"

const fontReset = `
html, body, div, span, h1, h2, h3, h4, p, a, strong, em, small, img, dl, dt, dd, ol, ul, li, form, label, section,
  main {
  margin: 0; padding: 0; border: 0; font-size: 100%; font: inherit; vertical-align: baseline;
}
ol, ul { list-style: none }
button, input { font: inherit; color: inherit; background: none; border: 0; border-radius: 0; outline: 0;
  appearance: none }
img, svg, canvas { display: block; max-width: 100%; height: auto }`

const unsetReset = `
*:where(:not(html, iframe, canvas, img, svg, video, audio):not(svg *, symbol *)) { all: unset; display: revert }
*, *::before, *::after { box-sizing: border-box }
a, button { cursor: revert }
ol, ul, menu, summary { list-style: none }
[type="button"], [type="submit"], [type="email"], [type="password"] { appearance: revert; background: none;
  padding: 0 }`

/** A rem of 10 pixels, as many older style sheets have it. */
const smallRoot = "html { font-size: 62.5%; --ks-rem: 1.6rem } body { font-size: 1.6rem }"

const attributes = `
[type="button"], [type="submit"], button[type="submit"] { background: none; color: inherit; border: 0; padding: 0;
  appearance: button }
[type="button"]:not(:disabled) { cursor: pointer }
[type="text"], [type="email"], [type="password"], input:not([type="checkbox"]) { border: 2px inset gray;
  border-radius: 0; padding: 9px; height: 60px; background: silver }
[type="email"]:focus, [type="password"]:focus { outline: 2px solid transparent; border-color: blue;
  box-shadow: 0 0 0 9px blue }
[role="alert"], [role="tab"], [tabindex] { padding: 30px }`

/** Typography of an application that styles elements. */
const typography = `
body { font: 19px/1.9 Georgia, serif; letter-spacing: 0.06em; word-spacing: 3px; color: navy; text-align: center;
  text-transform: uppercase; text-shadow: 1px 1px red; hyphens: auto; overflow-wrap: anywhere; text-indent: 9px }
#root { white-space: pre-line }
main, section { max-width: 40rem; margin: 3rem auto; padding: 5rem; gap: 40px; border: 2px solid }
form { display: flex; gap: 50px; padding: 20px; border: 1px solid }
h1, h2, h3 { font-size: 3rem; margin: 2rem 0; border-bottom: 3px solid; text-transform: uppercase; color: red }
p, li, dd { margin: 1.5em 0; line-height: 2; max-width: 20em }
a { color: red; text-decoration: none; border-bottom: 1px dotted; transition: all 1s }
a:hover { color: lime }
ul, ol { padding-left: 3rem; list-style: square }
label { display: block; margin-bottom: 9px; text-transform: uppercase }
input { border: 3px solid black; padding: 20px; width: auto; margin: 10px }
input::placeholder { color: red; font-style: italic }
button { background: orange; color: black; padding: 20px; border: 5px solid; text-transform: uppercase; width: 100%;
  margin: 9px }
button:hover { background: red; box-shadow: 0 0 9px red }
strong { color: red; font-weight: 900 }
svg { width: 50px; height: 50px; fill: red; vertical-align: top; display: inline-block; margin: 5px }
img { max-width: 50%; border-radius: 0; height: auto }
hr { border: 3px solid; margin: 30px }
dialog { margin: 0; border: 9px solid; padding: 90px }
div > span { letter-spacing: 3px }
::before, ::after { color: red; margin: 3px }`

const read = (id: string) => readFileSync(resolve(id), "utf8")

export const environments = async (): Promise<ReadonlyArray<Environment>> => {
  const alone = await tailwind(TAILWIND, utilities)
  const dark = await tailwind(shadcn, utilities)
  return [
    { name: "Tailwind before", before: alone },
    { name: "Tailwind after", after: alone },
    { name: "Tailwind before, in one file", whole: await tailwind(`${TAILWIND}\n${SCREENS}`, utilities) },
    { name: "Tailwind after, in one file", whole: await tailwind(`${SCREENS}\n${TAILWIND}`, utilities) },
    { name: "Tailwind, with the layered style sheet", whole: await tailwind(LAYERED, utilities) },
    { name: "shadcn, dark", before: dark, html: "dark" },
    { name: "Bootstrap", after: read("bootstrap/dist/css/bootstrap-reboot.css") },
    { name: "normalize.css", after: read("normalize.css/normalize.css") },
    { name: "a plain reset", after: plainReset },
    { name: "a reset of fonts and borders", after: fontReset },
    { name: "all: revert on buttons", after: "button { all: revert }" },
    { name: "a reset of everything", after: unsetReset },
    { name: "another font size of the root", after: smallRoot },
    { name: "rules for attributes", after: attributes },
    { name: "rules for elements", after: typography }
  ]
}
