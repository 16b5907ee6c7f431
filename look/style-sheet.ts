/**
 * The tokens and the providers' colors as the text of a style sheet, for pages with inline styles.
 * Derived from tokens.css and providers.ts by `npm run look`; do not edit.
 */

export const styleSheet = `
@layer keystile {
  :where(:root) {
    --ks-accent-h: 192;
    --ks-accent-c: 0.085;
    --ks-neutral-h: 175;
    --ks-neutral-c: 0.006;
    --ks-rem: 1rem;
    --ks-radius: calc(0.625 * var(--ks-rem));
    --ks-font:
      -apple-system, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
    --ks-font-mono: ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Menlo, Consolas, monospace;
    --ks-size-xs: calc(0.75 * var(--ks-rem));
    --ks-size-sm: calc(0.8125 * var(--ks-rem));
    --ks-size-md: calc(0.875 * var(--ks-rem));
    --ks-size-lg: var(--ks-rem);
    --ks-size-xl: calc(1.3125 * var(--ks-rem));
    --ks-size-2xl: calc(1.625 * var(--ks-rem));
    --ks-leading-xs: var(--ks-rem);
    --ks-leading-sm: calc(1.125 * var(--ks-rem));
    --ks-leading-md: calc(1.25 * var(--ks-rem));
    --ks-leading-lg: calc(1.5 * var(--ks-rem));
    --ks-leading-xl: calc(1.75 * var(--ks-rem));
    --ks-leading-2xl: calc(2 * var(--ks-rem));
    --ks-weight-regular: 400;
    --ks-weight-medium: 500;
    --ks-weight-bold: 650;
    --ks-tracking-title: -0.015em;
    --ks-space-1: calc(0.25 * var(--ks-rem));
    --ks-space-2: calc(0.5 * var(--ks-rem));
    --ks-space-3: calc(0.75 * var(--ks-rem));
    --ks-space-4: var(--ks-rem);
    --ks-space-5: calc(1.25 * var(--ks-rem));
    --ks-space-6: calc(1.5 * var(--ks-rem));
    --ks-space-8: calc(2 * var(--ks-rem));
    --ks-space-12: calc(3 * var(--ks-rem));
    --ks-radius-full: 999px;
    --ks-notch: calc(0.5 * var(--ks-rem));
    --ks-card-width: calc(23.75 * var(--ks-rem));
    --ks-control: calc(2.5 * var(--ks-rem));
    --ks-control-sm: calc(2 * var(--ks-rem));
    --ks-focus-width: 2px;
    --ks-focus-offset: 2px;
    --ks-fast: 0.11s;
    --ks-mid: 0.18s;
    --ks-slow: 0.32s;
    --ks-ease: cubic-bezier(0.2, 0.8, 0.2, 1);
    --ks-shift: 4px;
    --ks-spin: 0.7s;
  }

  :where(:root, [data-ks-theme], [data-ks-scheme]) {
    --ks-page: light-dark(
      var(--ks-page-light, oklch(0.968 calc(var(--ks-neutral-c) * 0.6) var(--ks-neutral-h))),
      var(--ks-page-dark, oklch(0.172 var(--ks-neutral-c) var(--ks-neutral-h)))
    );
    --ks-surface: light-dark(
      var(--ks-surface-light, oklch(100% 0 0)),
      var(--ks-surface-dark, oklch(0.213 calc(var(--ks-neutral-c) * 1.1) var(--ks-neutral-h)))
    );
    --ks-raised: light-dark(
      var(--ks-raised-light, oklch(100% 0 0)),
      var(--ks-raised-dark, oklch(0.262 calc(var(--ks-neutral-c) * 1.2) var(--ks-neutral-h)))
    );
    --ks-sunken: light-dark(
      var(--ks-sunken-light, oklch(0.957 calc(var(--ks-neutral-c) * 0.8) var(--ks-neutral-h))),
      var(--ks-sunken-dark, oklch(0.184 var(--ks-neutral-c) var(--ks-neutral-h)))
    );
    --ks-hover: light-dark(
      var(--ks-hover-light, oklch(0.2 0.02 var(--ks-neutral-h) / 0.045)),
      var(--ks-hover-dark, oklch(0.98 0.01 var(--ks-neutral-h) / 0.06))
    );
    --ks-pressed: light-dark(oklch(0.2 0.02 var(--ks-neutral-h) / 0.085), oklch(0.98 0.01 var(--ks-neutral-h) / 0.1));
    --ks-ink: light-dark(
      var(--ks-ink-light, oklch(0.225 calc(var(--ks-neutral-c) * 2) var(--ks-neutral-h))),
      var(--ks-ink-dark, oklch(0.948 calc(var(--ks-neutral-c) * 0.6) var(--ks-neutral-h)))
    );
    --ks-ink-muted: light-dark(
      var(--ks-ink-muted-light, oklch(0.475 calc(var(--ks-neutral-c) * 2) var(--ks-neutral-h))),
      var(--ks-ink-muted-dark, oklch(0.735 calc(var(--ks-neutral-c) * 1.5) var(--ks-neutral-h)))
    );
    --ks-ink-placeholder: light-dark(
      var(--ks-ink-placeholder-light, oklch(0.535 calc(var(--ks-neutral-c) * 1.6) var(--ks-neutral-h))),
      var(--ks-ink-placeholder-dark, oklch(0.65 calc(var(--ks-neutral-c) * 1.5) var(--ks-neutral-h)))
    );
    --ks-ink-disabled: light-dark(
      /* exempt from contrast; still legible */ oklch(0.64 calc(var(--ks-neutral-c) * 1.4) var(--ks-neutral-h)),
      oklch(0.54 calc(var(--ks-neutral-c) * 1.4) var(--ks-neutral-h))
    );
    --ks-on-surface: light-dark(var(--ks-on-surface-light, var(--ks-ink)), var(--ks-on-surface-dark, var(--ks-ink)));
    --ks-on-raised: light-dark(var(--ks-on-raised-light, var(--ks-ink)), var(--ks-on-raised-dark, var(--ks-ink)));
    --ks-on-hover: light-dark(var(--ks-on-hover-light, var(--ks-ink)), var(--ks-on-hover-dark, var(--ks-ink)));
    --ks-secondary: light-dark(
      var(--ks-secondary-light, var(--ks-surface)),
      var(--ks-secondary-dark, var(--ks-surface))
    );
    --ks-on-secondary: light-dark(
      var(--ks-on-secondary-light, var(--ks-on-surface)),
      var(--ks-on-secondary-dark, var(--ks-on-surface))
    );
    --ks-line: light-dark(
      var(--ks-line-light, oklch(0.905 var(--ks-neutral-c) var(--ks-neutral-h))),
      var(--ks-line-dark, oklch(0.315 calc(var(--ks-neutral-c) * 1.3) var(--ks-neutral-h)))
    );
    --ks-line-button: light-dark(
      var(--ks-line-button-light, oklch(0.838 var(--ks-neutral-c) var(--ks-neutral-h))),
      var(--ks-line-button-dark, oklch(0.41 calc(var(--ks-neutral-c) * 1.4) var(--ks-neutral-h)))
    );
    --ks-line-control: light-dark(
      var(--ks-line-control-light, oklch(0.63 calc(var(--ks-neutral-c) * 1.6) var(--ks-neutral-h))),
      var(--ks-line-control-dark, oklch(0.545 calc(var(--ks-neutral-c) * 1.6) var(--ks-neutral-h)))
    );
    --ks-line-hover: light-dark(
      var(--ks-line-hover-light, oklch(0.48 calc(var(--ks-neutral-c) * 2) var(--ks-neutral-h))),
      var(--ks-line-hover-dark, oklch(0.68 calc(var(--ks-neutral-c) * 1.6) var(--ks-neutral-h)))
    );
    --ks-accent: light-dark(
      var(--ks-accent-light, oklch(0.462 var(--ks-accent-c) var(--ks-accent-h))),
      var(--ks-accent-dark, oklch(0.785 calc(var(--ks-accent-c) * 0.85) var(--ks-accent-h)))
    );
    --ks-accent-hover: light-dark(
      var(--ks-accent-hover-light, oklch(0.405 var(--ks-accent-c) var(--ks-accent-h))),
      var(--ks-accent-hover-dark, oklch(0.835 calc(var(--ks-accent-c) * 0.85) var(--ks-accent-h)))
    );
    --ks-accent-pressed: light-dark(
      var(--ks-accent-pressed-light, oklch(0.36 var(--ks-accent-c) var(--ks-accent-h))),
      var(--ks-accent-pressed-dark, oklch(0.735 calc(var(--ks-accent-c) * 0.85) var(--ks-accent-h)))
    );
    --ks-on-accent: light-dark(
      var(--ks-on-accent-light, oklch(0.995 0.004 var(--ks-accent-h))),
      var(--ks-on-accent-dark, oklch(0.2 calc(var(--ks-accent-c) * 0.4) var(--ks-accent-h)))
    );
    --ks-accent-soft: light-dark(
      var(--ks-accent-soft-light, oklch(0.958 calc(var(--ks-accent-c) * 0.22) var(--ks-accent-h))),
      var(--ks-accent-soft-dark, oklch(0.29 calc(var(--ks-accent-c) * 0.4) var(--ks-accent-h)))
    );
    --ks-ring: light-dark(var(--ks-ring-light, var(--ks-accent)), var(--ks-ring-dark, var(--ks-accent)));
    --ks-danger: light-dark(var(--ks-danger-light, oklch(51% 0.178 27)), var(--ks-danger-dark, oklch(75.5% 0.125 25)));
    --ks-danger-hover: light-dark(
      var(--ks-danger-hover-light, oklch(45.5% 0.165 27)),
      var(--ks-danger-hover-dark, oklch(81% 0.1 25))
    );
    --ks-danger-soft: light-dark(
      var(--ks-danger-soft-light, oklch(96.6% 0.014 25)),
      var(--ks-danger-soft-dark, oklch(27.5% 0.045 25))
    );
    --ks-on-danger: light-dark(
      var(--ks-on-danger-light, oklch(99.5% 0.003 27)),
      var(--ks-on-danger-dark, oklch(20% 0.04 25))
    );
    --ks-success: light-dark(
      var(--ks-success-light, oklch(48.5% 0.105 152)),
      var(--ks-success-dark, oklch(79% 0.115 155))
    );
    --ks-success-soft: light-dark(
      var(--ks-success-soft-light, oklch(96.2% 0.026 155)),
      var(--ks-success-soft-dark, oklch(27.8% 0.035 155))
    );
    --ks-warning: light-dark(var(--ks-warning-light, oklch(50% 0.098 72)), var(--ks-warning-dark, oklch(82% 0.1 82)));
    --ks-warning-soft: light-dark(
      var(--ks-warning-soft-light, oklch(96.5% 0.03 85)),
      var(--ks-warning-soft-dark, oklch(28.8% 0.035 80))
    );
    --ks-radius-sm: calc(var(--ks-radius) * 0.6);
    --ks-radius-card: calc(var(--ks-radius) * 1.6);
    --ks-font-title: var(--ks-font);
    --ks-shadow-control: 0 1px 1.5px light-dark(#0a191a0d, #0000004d);
    --ks-shadow-card: 0 1px 2px light-dark(#0a191a0a, #00000040), 0 16px 32px -20px light-dark(#0a191a29, #00000080);
    --ks-shadow-menu: 0 2px 6px light-dark(#0a191a0f, #00000059), 0 18px 40px -10px light-dark(#0a191a33, #0009);
    --ks-sheen: inset 0 1px 0 light-dark(#ffffff29, #ffffff3d);
  }

  @media (pointer: coarse) {
    :where(:root, [data-ks-theme], [data-ks-scheme]) {
      --ks-control: calc(2.75 * var(--ks-rem));
      --ks-control-sm: calc(2.75 * var(--ks-rem));
    }
  }

  @media (prefers-contrast: more) {
    :where(:root, [data-ks-theme], [data-ks-scheme]) {
      --ks-line: var(--ks-line-control);
      --ks-line-button: var(--ks-ink-muted);
      --ks-line-control: var(--ks-ink-muted);
      --ks-ink-muted: var(--ks-ink);
      --ks-focus-width: 3px;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    :where(:root, [data-ks-theme], [data-ks-scheme]) {
      --ks-fast: 0.01ms;
      --ks-mid: 0.01ms;
      --ks-slow: 0.01ms;
      --ks-shift: 0px;
      --ks-spin: 2.4s;
    }
  }

  @media (forced-colors: active) {
    :where(:root, [data-ks-theme], [data-ks-scheme]) {
      --ks-accent: Highlight;
      --ks-accent-hover: Highlight;
      --ks-accent-pressed: Highlight;
      --ks-on-accent: HighlightText;
      --ks-ring: Highlight;
      --ks-line: CanvasText;
      --ks-line-button: CanvasText;
      --ks-line-control: CanvasText;
      --ks-ink-disabled: GrayText;
      --ks-danger: CanvasText;
    }
  }

  :where(:root) {
    --lightningcss-light: initial;
    --lightningcss-dark: ;
  }
}
[data-provider="google"] {
  --oauth-bg: light-dark(#fff, #131314);
  --oauth-ink: light-dark(#000, #e3e3e3);
  --oauth-line: light-dark(#ddd, #8e918f);
  --oauth-toward: light-dark(#000, #fff);
}
[data-provider="github"] {
  --oauth-bg: #111;
  --oauth-ink: #fff;
  --oauth-line: #333;
  --oauth-toward: #fff;
}
[data-provider="microsoft"] {
  --oauth-bg: #2f2f2f;
  --oauth-ink: #fff;
  --oauth-line: #2f2f2f;
  --oauth-toward: #fff;
}
[data-provider="spotify"] {
  --oauth-bg: #1db954;
  --oauth-ink: #000;
  --oauth-line: transparent;
  --oauth-toward: #fff;
  --oauth-logo: light-dark(#15883e, #1db954);
}
[data-provider="facebook"] {
  --oauth-bg: #1670e6;
  --oauth-ink: #fff;
  --oauth-line: transparent;
  --oauth-toward: #000;
  --oauth-logo: light-dark(#1670e6, #4a94f5);
}
[data-provider="discord"] {
  --oauth-bg: #5865f2;
  --oauth-ink: #fff;
  --oauth-line: transparent;
  --oauth-toward: #000;
  --oauth-logo: light-dark(#5865f2, #8b95f7);
}
[data-provider="gitlab"] {
  --oauth-bg: #111;
  --oauth-ink: #fff;
  --oauth-line: #333;
  --oauth-toward: #fff;
  --oauth-logo: light-dark(#d1500f, #fc6d26);
}
[data-provider="bitbucket"] {
  --oauth-bg: light-dark(#fff, #18191a);
  --oauth-ink: light-dark(#000, #fff);
  --oauth-line: light-dark(#ddd, #555);
  --oauth-toward: light-dark(#000, #fff);
  --oauth-logo: light-dark(#0052cc, #4c9aff);
}
[data-provider="linkedin"] {
  --oauth-bg: #0073b1;
  --oauth-ink: #fff;
  --oauth-line: transparent;
  --oauth-toward: #000;
  --oauth-logo: light-dark(#0a66c2, #4c9be8);
}
[data-provider="apple"] {
  --oauth-bg: #000;
  --oauth-ink: #fff;
  --oauth-line: #333;
  --oauth-toward: #fff;
}
[data-provider="x"] {
  --oauth-bg: #000;
  --oauth-ink: #fff;
  --oauth-line: transparent;
  --oauth-toward: #fff;
}
`
