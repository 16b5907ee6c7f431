/**
 * How the page looks: the parts of the screens that it needs, in the same colours and measures, as one style sheet
 * within the page. It never changes, so its hash lets it through the content security policy.
 */
import { createHash } from "node:crypto"

const tokens = `
:root {
  color-scheme: light dark;
  --h: 175; --c: 0.006; --accent-h: 192; --accent-c: 0.085;
  --page: light-dark(oklch(0.968 calc(var(--c) * 0.6) var(--h)), oklch(0.172 var(--c) var(--h)));
  --surface: light-dark(oklch(1 0 0), oklch(0.213 calc(var(--c) * 1.1) var(--h)));
  --hover: light-dark(oklch(0.2 0.02 var(--h) / 0.045), oklch(0.98 0.01 var(--h) / 0.06));
  --pressed: light-dark(oklch(0.2 0.02 var(--h) / 0.085), oklch(0.98 0.01 var(--h) / 0.1));
  --ink: light-dark(oklch(0.225 calc(var(--c) * 2) var(--h)), oklch(0.948 calc(var(--c) * 0.6) var(--h)));
  --ink-muted: light-dark(oklch(0.475 calc(var(--c) * 2) var(--h)), oklch(0.735 calc(var(--c) * 1.5) var(--h)));
  --ink-placeholder: light-dark(oklch(0.535 calc(var(--c) * 1.6) var(--h)), oklch(0.65 calc(var(--c) * 1.5) var(--h)));
  --line: light-dark(oklch(0.905 var(--c) var(--h)), oklch(0.315 calc(var(--c) * 1.3) var(--h)));
  --line-control: light-dark(oklch(0.63 calc(var(--c) * 1.6) var(--h)), oklch(0.545 calc(var(--c) * 1.6) var(--h)));
  --line-hover: light-dark(oklch(0.48 calc(var(--c) * 2) var(--h)), oklch(0.68 calc(var(--c) * 1.6) var(--h)));
  --accent: light-dark(oklch(0.462 var(--accent-c) var(--accent-h)),
    oklch(0.785 calc(var(--accent-c) * 0.85) var(--accent-h)));
  --accent-hover: light-dark(oklch(0.405 var(--accent-c) var(--accent-h)),
    oklch(0.835 calc(var(--accent-c) * 0.85) var(--accent-h)));
  --accent-pressed: light-dark(oklch(0.36 var(--accent-c) var(--accent-h)),
    oklch(0.735 calc(var(--accent-c) * 0.85) var(--accent-h)));
  --on-accent: light-dark(oklch(0.995 0.004 var(--accent-h)), oklch(0.2 calc(var(--accent-c) * 0.4) var(--accent-h)));
  --accent-soft: light-dark(oklch(0.958 calc(var(--accent-c) * 0.22) var(--accent-h)),
    oklch(0.29 calc(var(--accent-c) * 0.4) var(--accent-h)));
  --danger: light-dark(oklch(0.51 0.178 27), oklch(0.755 0.125 25));
  --font: -apple-system, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  --radius: 0.625rem; --radius-card: 1rem; --notch: 0.5rem; --control: 2.5rem; --fast: 110ms; --focus: 2px;
  --shadow-control: 0 1px 1.5px light-dark(oklch(0.2 0.02 200 / 0.05), oklch(0 0 0 / 0.3));
  --shadow-card: 0 1px 2px light-dark(oklch(0.2 0.02 200 / 0.04), oklch(0 0 0 / 0.25)),
    0 16px 32px -20px light-dark(oklch(0.2 0.02 200 / 0.16), oklch(0 0 0 / 0.5));
  --sheen: inset 0 1px 0 light-dark(oklch(1 0 0 / 0.16), oklch(1 0 0 / 0.24));
}
@media (pointer: coarse) { :root { --control: 2.75rem; } }
@media (prefers-contrast: more) {
  :root { --line: var(--line-control); --line-control: var(--ink-muted); --ink-muted: var(--ink); --focus: 3px; }
}
@media (prefers-reduced-motion: reduce) { :root { --fast: 0.01ms; } }
@media (forced-colors: active) {
  :root { --accent: Highlight; --accent-hover: Highlight; --accent-pressed: Highlight; --on-accent: HighlightText;
    --line: CanvasText; --line-control: CanvasText; --danger: CanvasText; }
}`

const providerColours = `
[data-provider] { --brand: #111; --brand-ink: #fff; --brand-line: #333; }
[data-provider="google"], [data-provider="bitbucket"] { --brand: #fff; --brand-ink: #000; --brand-line: #ddd; }
[data-provider="apple"] { --brand: #000; }
[data-provider="x"] { --brand: #000; --brand-line: #000; }
[data-provider="facebook"] { --brand: #1877f2; --brand-line: #1877f2; }
[data-provider="microsoft"] { --brand: #2f2f2f; --brand-line: #2f2f2f; }
[data-provider="spotify"] { --brand: #1db954; --brand-ink: #000; --brand-line: #1db954; }
[data-provider="discord"] { --brand: #5865f2; --brand-line: #5865f2; }
[data-provider="linkedin"] { --brand: #0073b1; --brand-line: #0073b1; }`

const parts = `
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; min-block-size: 100dvb; display: grid; align-content: center; justify-items: center;
  padding: 2rem 1rem;
  background: var(--page); color: var(--ink); font: 400 0.875rem / 1.25rem var(--font); text-align: start;
  -webkit-font-smoothing: antialiased; -webkit-tap-highlight-color: transparent; }
:where(h1, h2, p, ul) { margin: 0; padding: 0; font: inherit; list-style: none; }
:where(button, input) { font: inherit; color: inherit; letter-spacing: inherit; }
:where(a, button, input):focus-visible { outline: var(--focus) solid var(--accent); outline-offset: 2px; }
.ks-card { inline-size: 100%; max-inline-size: 23.75rem; min-inline-size: 0; }
.ks-card-head, .ks-card-body, .ks-card-stub { border: 1px solid var(--line); background: var(--surface);
  min-inline-size: 0; }
.ks-card-head { display: flex; align-items: center; gap: 0.75rem; padding: 1rem 1.5rem; min-block-size: 3.875rem;
  border-radius: var(--radius-card) var(--radius-card) 0 0;
  background: var(--brand); color: var(--brand-ink); border-color: light-dark(var(--brand-line), var(--line));
  font: 700 1.3125rem / 1.75rem var(--font); letter-spacing: -0.015em; }
[data-provider="x"] .ks-card-head span { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
.ks-mark { inline-size: 1.5rem; block-size: 1.5rem; flex: none; fill: currentColor; }
.ks-card-body { display: grid; gap: 1.25rem; padding: 1.5rem; border-block-start: 0; }
.ks-card-body:last-child { border-radius: 0 0 var(--radius-card) var(--radius-card); box-shadow: var(--shadow-card); }
.ks-card-stub { position: relative; margin-block-start: -1px; padding: 0.5rem 1.5rem; min-block-size: 3.25rem;
  border-radius: 0 0 var(--radius-card) var(--radius-card);
  box-shadow: var(--shadow-card); color: var(--ink-muted); display: flex; align-items: center;
  justify-content: space-between; gap: 0.5rem 1rem; flex-wrap: wrap; }
.ks-card-stub::before { content: ""; position: absolute; inset-inline: calc(var(--notch) - 1px);
  inset-block-start: -1px; block-size: 1px;
  background: repeating-linear-gradient(to right, var(--surface) 0 4px, transparent 4px 9px); }
@supports (corner-shape: scoop) {
  .ks-card-body:not(:last-child) { border-end-start-radius: var(--notch); border-end-end-radius: var(--notch);
    corner-end-start-shape: scoop; corner-end-end-shape: scoop; }
  .ks-card-stub { border-start-start-radius: var(--notch); border-start-end-radius: var(--notch);
    corner-start-start-shape: scoop; corner-start-end-shape: scoop; }
}
.ks-head { display: grid; gap: 0.25rem; }
.ks-title { font: 650 1.3125rem / 1.75rem var(--font); letter-spacing: -0.015em; text-wrap: balance; }
.ks-text { color: var(--ink-muted); text-wrap: pretty; overflow-wrap: anywhere; }
.ks-text strong { color: var(--ink); font-weight: 650; }
.ks-text code { color: var(--ink);
  font: 0.8125rem ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Menlo, Consolas, monospace; }
.ks-accounts { display: grid; gap: 0.5rem; max-block-size: 18rem; overflow-y: auto; margin: -0.25rem;
  padding: 0.25rem; }
.ks-account { inline-size: 100%; display: flex; align-items: center; gap: 0.75rem; min-block-size: 3.25rem;
  padding: 0.5rem 0.75rem; text-align: start;
  border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface);
  box-shadow: var(--shadow-control); cursor: pointer;
  transition: border-color var(--fast), background-color var(--fast); }
.ks-account:hover { border-color: var(--line-control); background-image: linear-gradient(var(--hover), var(--hover)); }
.ks-account:active { background-image: linear-gradient(var(--pressed), var(--pressed)); }
.ks-avatar { inline-size: 2.125rem; block-size: 2.125rem; flex: none; display: grid; place-items: center;
  border-radius: 50%; border: 1px solid transparent;
  background: var(--accent-soft); color: var(--accent); font-weight: 650; }
.ks-account-lines { display: grid; min-inline-size: 0; }
.ks-account-lines > * { text-align: -webkit-match-parent; text-align: match-parent;
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.ks-account-name { font-weight: 500; }
.ks-account-address { color: var(--ink-muted); font-size: 0.8125rem; line-height: 1.125rem; }
.ks-separator { display: flex; align-items: center; gap: 0.75rem; color: var(--ink-muted); font-size: 0.8125rem;
  line-height: 1.125rem; }
.ks-separator::before, .ks-separator::after { content: ""; flex: 1; block-size: 1px; background: var(--line); }
.ks-form { display: grid; gap: 1rem; min-inline-size: 0; }
.ks-field { display: grid; gap: 0.375rem; min-inline-size: 0; }
.ks-label { font-weight: 500; }
.ks-optional { color: var(--ink-muted); font-weight: 400; }
.ks-input { inline-size: 100%; min-inline-size: 0; block-size: var(--control); padding: 0 0.75rem;
  border: 1px solid var(--line-control); border-radius: var(--radius);
  background: var(--surface); appearance: none; text-overflow: ellipsis; transition: border-color var(--fast); }
.ks-input::placeholder { color: var(--ink-placeholder); opacity: 1; }
.ks-input:hover { border-color: var(--line-hover); }
.ks-input:focus { outline: var(--focus) solid var(--accent); outline-offset: -1px; border-color: transparent; }
.ks-input[aria-invalid="true"] { border-color: var(--danger); }
.ks-input[aria-invalid="true"]:focus { outline-color: var(--danger); }
@media (pointer: coarse) { .ks-input { font-size: 1rem; } }
.ks-hint, .ks-error { font-size: 0.8125rem; line-height: 1.125rem; overflow-wrap: anywhere; }
.ks-hint { color: var(--ink-muted); }
.ks-error { display: flex; gap: 0.375rem; color: var(--danger); }
.ks-error svg { inline-size: 1rem; block-size: 1rem; flex: none; margin-block-start: 1px; fill: none;
  stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; }
.ks-check { display: flex; align-items: center; gap: 0.5rem; min-block-size: 1.5rem; }
.ks-check input { inline-size: 1.125rem; block-size: 1.125rem; margin: 0; accent-color: var(--accent); flex: none; }
.ks-button { display: inline-flex; align-items: center; justify-content: center; min-block-size: var(--control);
  padding: 0.25rem 1rem; border: 1px solid transparent;
  border-radius: var(--radius); background: transparent; font-weight: 500; cursor: pointer;
  transition: background-color var(--fast), color var(--fast); }
.ks-button:active { translate: 0 0.5px; }
.ks-button[data-variant="primary"] { inline-size: 100%; background: var(--accent); color: var(--on-accent);
  box-shadow: var(--sheen), var(--shadow-control); }
.ks-button[data-variant="primary"]:hover { background: var(--accent-hover); }
.ks-button[data-variant="primary"]:active { background: var(--accent-pressed); }
.ks-button[data-variant="quiet"] { margin-inline-start: -1rem; color: var(--ink-muted); }
.ks-button[data-variant="quiet"]:hover { background: var(--hover); color: var(--ink); }`

export const style = `${tokens}${providerColours}${parts}`

/** As a policy names it (CSP 3, section 2.3.1). */
export const styleHash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`
