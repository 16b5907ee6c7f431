/**
 * The style sheet of the banner, in its shadow root. It is constructed, so a content security policy without inline
 * styles allows it. The colors are the same in both schemes, so that the banner stands out from every page.
 */
export const styles = `
.banner {
  box-sizing: border-box;
  display: flex;
  align-items: center;
  gap: 12px;
  width: fit-content;
  max-width: calc(100% - 24px);
  margin: 12px auto;
  padding: 8px 8px 8px 16px;
  border: 1px solid #f2b84b;
  border-radius: 12px;
  background: #3a2500;
  color: #fff3dc;
  font: 14px/20px system-ui, sans-serif;
  box-shadow: 0 6px 24px rgb(0 0 0 / 0.35);
  pointer-events: auto;
}
.bottom {
  margin-bottom: calc(12px + env(safe-area-inset-bottom, 0px));
}
.top {
  margin-top: calc(12px + env(safe-area-inset-top, 0px));
}
.banner:dir(rtl) {
  padding: 8px 16px 8px 8px;
}
p {
  min-width: 0;
  margin: 0;
  overflow-wrap: anywhere;
}
bdi {
  font-weight: 600;
}
button {
  flex: none;
  min-height: 32px;
  padding: 0 14px;
  border: 0;
  border-radius: 8px;
  background: #ffd98a;
  color: #2b1b00;
  font: 600 14px/20px system-ui, sans-serif;
  cursor: pointer;
}
.move {
  display: grid;
  place-items: center;
  width: 32px;
  margin-inline-end: -4px;
  padding: 0;
  background: none;
  color: inherit;
}
button:hover {
  background: #ffe6b3;
}
.move:hover {
  background: rgb(255 243 220 / 0.16);
}
button:focus-visible {
  outline: 2px solid #fff3dc;
  outline-offset: 2px;
}
button[aria-disabled="true"] {
  opacity: 0.7;
  cursor: default;
}
@media (pointer: coarse) {
  button {
    min-height: 44px;
  }
  .move {
    width: 44px;
  }
}
@media (forced-colors: active) {
  button {
    border: 1px solid ButtonText;
  }
}
@media print {
  .banner {
    display: none;
  }
}
`
