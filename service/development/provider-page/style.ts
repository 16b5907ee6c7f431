/**
 * The style sheet of the page, inline: the tokens and provider colors of look/, and the rules of the page. It is the
 * same text for every page, so that the content security policy can allow it by its hash.
 */
import { createHash } from "node:crypto"
import { styleSheet } from "../../../look/style-sheet.ts"

const rules = `
:root { color-scheme: light dark; }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; min-block-size: 100dvb; display: grid; align-content: center; justify-items: center;
  padding: 2rem 1rem;
  background: var(--ks-page); color: var(--ks-ink); font: 400 var(--ks-size-md) / var(--ks-leading-md) var(--ks-font);
  text-align: start;
  -webkit-font-smoothing: antialiased; -webkit-tap-highlight-color: transparent; }
:where(h1, h2, p, ul) { margin: 0; padding: 0; font: inherit; list-style: none; }
:where(button, input) { font: inherit; color: inherit; letter-spacing: inherit; }
:where(a, button, input):focus-visible { outline: var(--ks-focus-width) solid var(--ks-accent); outline-offset: 2px; }
.ks-card { inline-size: 100%; max-inline-size: var(--ks-card-width); min-inline-size: 0; }
.ks-card-head, .ks-card-body, .ks-card-footer { border: 1px solid var(--ks-line); background: var(--ks-surface);
  min-inline-size: 0; }
.ks-card-head { display: flex; align-items: center; gap: 0.75rem; padding: 1rem 1.5rem; min-block-size: 3.875rem;
  border-radius: var(--ks-radius-card) var(--ks-radius-card) 0 0;
  background: var(--oauth-bg); color: var(--oauth-ink); border-color: light-dark(var(--oauth-line), var(--ks-line));
  font: 700 var(--ks-size-xl) / var(--ks-leading-xl) var(--ks-font); letter-spacing: var(--ks-tracking-title); }
[data-provider="x"] .ks-card-head span { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
.ks-logo { inline-size: 1.5rem; block-size: 1.5rem; flex: none; fill: currentColor; }
.ks-card-body { display: grid; gap: 1.25rem; padding: 1.5rem; border-block-start: 0; }
.ks-card-body:last-child { border-radius: 0 0 var(--ks-radius-card) var(--ks-radius-card);
  box-shadow: var(--ks-shadow-card); }
.ks-card-footer { position: relative; margin-block-start: -1px; padding: 0.5rem 1.5rem; min-block-size: 3.25rem;
  border-radius: 0 0 var(--ks-radius-card) var(--ks-radius-card);
  box-shadow: var(--ks-shadow-card); color: var(--ks-ink-muted); display: flex; align-items: center;
  justify-content: space-between; gap: 0.5rem 1rem; flex-wrap: wrap; }
.ks-card-footer::before { content: ""; position: absolute; inset-inline: calc(var(--ks-notch) - 1px);
  inset-block-start: -1px; block-size: 1px;
  background: repeating-linear-gradient(to right, var(--ks-surface) 0 4px, transparent 4px 9px); }
@supports (corner-shape: scoop) {
  .ks-card-body:not(:last-child) { border-end-start-radius: var(--ks-notch); border-end-end-radius: var(--ks-notch);
    corner-end-start-shape: scoop; corner-end-end-shape: scoop; }
  .ks-card-footer { border-start-start-radius: var(--ks-notch); border-start-end-radius: var(--ks-notch);
    corner-start-start-shape: scoop; corner-start-end-shape: scoop; }
}
.ks-head { display: grid; gap: 0.25rem; }
.ks-title { font: var(--ks-weight-bold) var(--ks-size-xl) / var(--ks-leading-xl) var(--ks-font);
  letter-spacing: var(--ks-tracking-title); text-wrap: balance; }
.ks-text { color: var(--ks-ink-muted); text-wrap: pretty; overflow-wrap: anywhere; }
.ks-text strong { color: var(--ks-ink); font-weight: var(--ks-weight-bold); }
.ks-text code { color: var(--ks-ink);
  font: var(--ks-size-sm) var(--ks-font-mono); }
.ks-accounts { display: grid; gap: 0.5rem; max-block-size: 18rem; overflow-y: auto; margin: -0.25rem;
  padding: 0.25rem; }
.ks-account { inline-size: 100%; display: flex; align-items: center; gap: 0.75rem; min-block-size: 3.25rem;
  padding: 0.5rem 0.75rem; text-align: start;
  border: 1px solid var(--ks-line); border-radius: var(--ks-radius); background: var(--ks-surface);
  box-shadow: var(--ks-shadow-control); cursor: pointer;
  transition: border-color var(--ks-fast), background-color var(--ks-fast); }
.ks-account:hover { border-color: var(--ks-line-control);
  background-image: linear-gradient(var(--ks-hover), var(--ks-hover)); }
.ks-account:active { background-image: linear-gradient(var(--ks-pressed), var(--ks-pressed)); }
.ks-avatar { inline-size: 2.125rem; block-size: 2.125rem; flex: none; display: grid; place-items: center;
  border-radius: 50%; border: 1px solid transparent;
  background: var(--ks-accent-soft); color: var(--ks-accent); font-weight: var(--ks-weight-bold); }
.ks-account-lines { display: grid; min-inline-size: 0; }
.ks-account-lines > * { text-align: -webkit-match-parent; text-align: match-parent;
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.ks-account-name { font-weight: var(--ks-weight-medium); }
.ks-account-address { color: var(--ks-ink-muted); font-size: var(--ks-size-sm); line-height: var(--ks-leading-sm); }
.ks-separator { display: flex; align-items: center; gap: 0.75rem; color: var(--ks-ink-muted);
  font-size: var(--ks-size-sm);
  line-height: var(--ks-leading-sm); }
.ks-separator::before, .ks-separator::after { content: ""; flex: 1; block-size: 1px; background: var(--ks-line); }
.ks-form { display: grid; gap: 1rem; min-inline-size: 0; }
.ks-field { display: grid; gap: 0.375rem; min-inline-size: 0; }
.ks-label { font-weight: var(--ks-weight-medium); }
.ks-optional { color: var(--ks-ink-muted); font-weight: 400; }
.ks-input { inline-size: 100%; min-inline-size: 0; block-size: var(--ks-control); padding: 0 0.75rem;
  border: 1px solid var(--ks-line-control); border-radius: var(--ks-radius);
  background: var(--ks-surface); appearance: none; text-overflow: ellipsis; transition: border-color var(--ks-fast); }
.ks-input::placeholder { color: var(--ks-ink-placeholder); opacity: 1; }
.ks-input:hover { border-color: var(--ks-line-hover); }
.ks-input:focus { outline: var(--ks-focus-width) solid var(--ks-accent); outline-offset: -1px;
  border-color: transparent; }
.ks-input[aria-invalid="true"] { border-color: var(--ks-danger); }
.ks-input[aria-invalid="true"]:focus { outline-color: var(--ks-danger); }
@media (pointer: coarse) { .ks-input { font-size: var(--ks-size-lg); } }
.ks-hint, .ks-error { font-size: var(--ks-size-sm); line-height: var(--ks-leading-sm); overflow-wrap: anywhere; }
.ks-hint { color: var(--ks-ink-muted); }
.ks-error { display: flex; gap: 0.375rem; color: var(--ks-danger); }
.ks-error svg { inline-size: 1rem; block-size: 1rem; flex: none; margin-block-start: 1px; fill: none;
  stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; }
.ks-check { display: flex; align-items: center; gap: 0.5rem; min-block-size: 1.5rem; }
.ks-check input { inline-size: 1.125rem; block-size: 1.125rem; margin: 0; accent-color: var(--ks-accent); flex: none; }
.ks-button { display: inline-flex; align-items: center; justify-content: center; min-block-size: var(--ks-control);
  padding: 0.25rem 1rem; border: 1px solid transparent;
  border-radius: var(--ks-radius); background: transparent; font-weight: var(--ks-weight-medium); cursor: pointer;
  transition: background-color var(--ks-fast), color var(--ks-fast); }
.ks-button:active { translate: 0 0.5px; }
.ks-button[data-variant="primary"] { inline-size: 100%; background: var(--ks-accent); color: var(--ks-on-accent);
  box-shadow: var(--ks-sheen), var(--ks-shadow-control); }
.ks-button[data-variant="primary"]:hover { background: var(--ks-accent-hover); }
.ks-button[data-variant="primary"]:active { background: var(--ks-accent-pressed); }
.ks-button[data-variant="quiet"] { margin-inline-start: -1rem; color: var(--ks-ink-muted); }
.ks-button[data-variant="quiet"]:hover { background: var(--ks-hover); color: var(--ks-ink); }`

export const style = `${styleSheet}${rules}`

/** Returns the hash of the style sheet as a source of the policy (CSP 3, section 2.3.1). */
export const styleHash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`
