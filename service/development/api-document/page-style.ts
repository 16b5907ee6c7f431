/**
 * The style sheet of the API page, in the colors of the screens. It is inline and never changes, so its hash lets it
 * through the content security policy.
 */
import { createHash } from "node:crypto"

export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(oklch(0.968 0.004 175), oklch(0.172 0.006 175));
  --surface: light-dark(oklch(1 0 0), oklch(0.213 0.007 175));
  --ink: light-dark(oklch(0.225 0.012 175), oklch(0.948 0.004 175));
  --muted: light-dark(oklch(0.475 0.012 175), oklch(0.735 0.009 175));
  --line: light-dark(oklch(0.905 0.006 175), oklch(0.315 0.008 175));
  --accent: light-dark(oklch(0.462 0.085 192), oklch(0.785 0.072 192));
  --danger: light-dark(oklch(0.51 0.178 27), oklch(0.755 0.125 25));
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace;
}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-block-start: 1rem; }
body {
  margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); background: var(--page); color: var(--ink);
  font: 0.9375rem/1.5 -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--accent); text-underline-offset: 0.2em; }
code, pre { font-family: var(--mono); font-size: 0.8125rem; overflow-wrap: anywhere; }
.side {
  position: sticky; inset-block-start: 0; block-size: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem;
  border-inline-end: 1px solid var(--line); font-size: 0.875rem;
}
.side strong { font-size: 1.0625rem; }
.side ul { list-style: none; margin: 0.5rem 0 0; padding: 0; }
.side li { margin-block: 0.125rem; }
.side summary { cursor: pointer; padding-block: 0.125rem; }
.side details ul { margin: 0 0 0.5rem; padding-inline-start: 1rem; }
.side a { color: inherit; text-decoration: none; }
.side a:hover { text-decoration: underline; }
.views { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; margin-block: 0.75rem; }
.views a[aria-current] { color: var(--accent); font-weight: 600; }
main { max-inline-size: 60rem; padding: 2rem clamp(1rem, 4vw, 3rem) 6rem; min-inline-size: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.25rem; margin: 3rem 0 1rem; }
h3 { font-size: 1rem; margin: 0; }
h4 { font-size: 0.8125rem; color: var(--muted); font-weight: 600; margin: 1rem 0 0.25rem; }
article {
  background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1rem 1.25rem;
  margin-block-end: 1rem;
}
article > p { margin: 0.5rem 0; }
.route { display: flex; gap: 0.5rem; align-items: baseline; }
.route b { font-size: 0.75rem; letter-spacing: 0.03em; color: var(--accent); }
.route b[data-method="DELETE"] { color: var(--danger); }
pre {
  margin: 0.25rem 0 0; padding: 0.75rem 1rem; background: var(--page); border-radius: 0.5rem; overflow-x: auto;
  white-space: pre-wrap;
}
pre i { color: var(--muted); font-style: normal; }
ul.codes { margin: 0.25rem 0 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
table { border-collapse: collapse; inline-size: 100%; }
td { padding: 0.25rem 1rem 0.25rem 0; vertical-align: top; text-align: start; }
:target { scroll-margin-block-start: 1rem; outline: 2px solid var(--accent); }
@media (max-width: 48rem) {
  body { grid-template-columns: minmax(0, 1fr); }
  .side { position: static; block-size: auto; max-block-size: 40vh; border-inline-end: 0;
    border-block-end: 1px solid var(--line); }
}
`

/** A source for the `style-src` directive. */
export const styleHash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`
