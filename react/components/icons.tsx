/** Icons: drawn in the colour of the text beside them, and silent, since a word always goes with them. */

export const alertIcon = "M10 2.75a7.25 7.25 0 1 1 0 14.5a7.25 7.25 0 0 1 0-14.5ZM10 6.25v4.5M10 13.5v.01"

export const checkIcon = "m4.5 10.5 3.5 3.5 7.5-8"

export const eyeIcon =
  "M1.75 10s3-5.5 8.25-5.5 8.25 5.5 8.25 5.5-3 5.5-8.25 5.5S1.75 10 1.75 10Z" +
  "M10 7.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 0 1 0-5Z"

export const eyeOffIcon =
  "M8.2 4.7a8 8 0 0 1 1.8-.2c5.25 0 8.25 5.5 8.25 5.5a14 14 0 0 1-2.3 2.9M5.2 6a13.5 13.5 0 0 0-3.45 4s3 5.5 8.25 5.5" +
  "c1.6 0 3-.5 4.1-1.2M8.3 8.2a2.5 2.5 0 0 0 3.5 3.5M3 3l14 14"

export const lockIcon =
  "M6 8.75h8a2 2 0 0 1 2 2V15a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-4.25a2 2 0 0 1 2-2Z" +
  "M6.75 8.75V6.5a3.25 3.25 0 0 1 6.5 0v2.25"

export const linkIcon =
  "M8.5 11.5a3 3 0 0 0 4.25 0l2.75-2.75a3 3 0 0 0-4.25-4.25l-1 1M11.5 8.5a3 3 0 0 0-4.25 0L4.5 11.25a3 3 0 0 0 4.25 4.25l1-1"

export const mailIcon =
  "M4.75 4.5h10.5a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H4.75a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM3.25 6 10 11l6.75-5"

export const passkeyIcon =
  "M7.75 3.25a3 3 0 1 1 0 6a3 3 0 0 1 0-6ZM2.5 16.25c.4-3 2.4-4.75 5.25-4.75.9 0 1.7.17 2.4.5" +
  "M14.5 8.5a2.25 2.25 0 1 1 0 4.5a2.25 2.25 0 0 1 0-4.5ZM14.5 13v5l1.75-1.25M14.5 15.5l1.25-.75"

export const phoneIcon = "M7.5 2.5h5a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-5a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2ZM9 14.75h2"

export const userIcon =
  "M10 3.25a3.25 3.25 0 1 1 0 6.5a3.25 3.25 0 0 1 0-6.5ZM3.75 16.75c.5-3.2 3-5 6.25-5s5.75 1.8 6.25 5"

/** An icon by its path. Each path is a constant of its own, so that an application ships those it shows. */
export const Icon = ({ path }: { readonly path: string }) => (
  <svg className="ks-icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
)
