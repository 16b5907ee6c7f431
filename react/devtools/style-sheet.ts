/**
 * The style sheet of the panel. It applies inside a shadow root, so the application's rules do not reach the panel, and
 * these do not reach the application.
 */
export const styleSheet = `
:host { all: initial !important; }
* { box-sizing: border-box; }
.root {
  color-scheme: light dark;
  --fg: light-dark(#1b2321, #e7edeb);
  --muted: light-dark(#54605c, #a5b1ad);
  --bg: light-dark(#fff, #171c1b);
  --raised: light-dark(#f2f5f4, #212827);
  --line: light-dark(#d5dcda, #36403d);
  --border: light-dark(#7f8b87, #71807b);
  --accent: light-dark(#0b675e, #74cabf);
  --danger: light-dark(#a8201a, #ff9c93);
  color: var(--fg);
  font: 400 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  text-align: start;
}
.root[data-scheme="light"] { color-scheme: light; }
.root[data-scheme="dark"] { color-scheme: dark; }
.toggle, .panel { position: fixed; z-index: 2147483646; background: var(--bg); border: 1px solid var(--border); }
.toggle {
  display: grid; place-items: center; inline-size: 36px; block-size: 36px; padding: 0; border-radius: 999px;
  color: var(--accent); cursor: pointer; box-shadow: 0 1px 4px rgb(0 0 0 / .2);
}
.toggle svg { inline-size: 18px; block-size: 18px; }
.toggle[data-waiting]::after {
  content: ""; position: absolute; inset-block-start: 0; inset-inline-end: 0; inline-size: 10px; block-size: 10px;
  border-radius: 999px; background: var(--danger); border: 2px solid var(--bg);
}
.panel {
  display: flex; flex-direction: column; inline-size: min(600px, calc(100vw - 24px));
  max-block-size: min(640px, calc(100vh - 84px)); border-radius: 10px; box-shadow: 0 8px 30px rgb(0 0 0 / .25);
  overflow: hidden;
}
[data-position^="bottom"] .toggle { bottom: 12px; }
[data-position^="bottom"] .panel { bottom: 60px; }
[data-position^="top"] .toggle { top: 12px; }
[data-position^="top"] .panel { top: 60px; }
[data-position$="left"] :is(.toggle, .panel) { left: 12px; }
[data-position$="right"] :is(.toggle, .panel) { right: 12px; }
header { display: flex; align-items: center; gap: 8px; padding: 8px 8px 8px 14px; }
header { border-bottom: 1px solid var(--line); }
h2 { flex: 1; margin: 0; font-size: 14px; font-weight: 600; }
.content { overflow: auto; padding: 4px 14px 14px; }
.heading { display: flex; align-items: center; gap: 8px; min-block-size: 30px; margin-block-start: 10px; }
h3 { flex: 1; margin: 0; font-size: 13px; font-weight: 600; }
button { font: inherit; }
.small {
  padding: 3px 10px; min-block-size: 26px; border: 1px solid var(--border); border-radius: 6px;
  background: var(--bg); color: var(--fg); cursor: pointer;
}
.small:hover, .toggle:hover { background: var(--raised); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
dl { display: grid; grid-template-columns: minmax(104px, auto) 1fr; gap: 3px 14px; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
table { inline-size: 100%; border-collapse: collapse; }
th { color: var(--muted); font-weight: 400; }
th, td { padding: 3px 10px 3px 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-inline-end: 0; }
.name { overflow-wrap: anywhere; }
.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
code { font: 400 12px/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; }
p { margin: 2px 0; color: var(--muted); }
ul { margin: 0; padding: 0; list-style: none; }
.failure { color: var(--danger); overflow-wrap: anywhere; }
@media (max-width: 480px) { .wide { display: none; } dl { grid-template-columns: 1fr; } dd { margin-block-end: 4px; } }
@media (forced-colors: active) { .toggle, .small { border-color: ButtonText; } }
`
