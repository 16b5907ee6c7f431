/** Icons in the color of the text beside them, hidden from screen readers. */

export const alertIcon = "M10 2.75a7.25 7.25 0 1 1 0 14.5a7.25 7.25 0 0 1 0-14.5ZM10 6.25v4.5M10 13.5v.01"

export const checkIcon = "m4.5 10.5 3.5 3.5 7.5-8"

export const copyIcon = "M7.5 7.5h8v9h-8ZM12.5 7.5v-4h-8v9h3"

export const eyeIcon =
  "M1.75 10s3-5.5 8.25-5.5 8.25 5.5 8.25 5.5-3 5.5-8.25 5.5S1.75 10 1.75 10Z" +
  "M10 7.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 0 1 0-5Z"

export const eyeOffIcon =
  "M8.2 4.7a8 8 0 0 1 1.8-.2c5.25 0 8.25 5.5 8.25 5.5a14 14 0 0 1-2.3 2.9M5.2 6a13.5 13.5 0 0 0-3.45 4s3 5.5 8.25 5.5" +
  "c1.6 0 3-.5 4.1-1.2M8.3 8.2a2.5 2.5 0 0 0 3.5 3.5M3 3l14 14"

export const clockIcon = "M10 2.75a7.25 7.25 0 1 1 0 14.5a7.25 7.25 0 0 1 0-14.5ZM10 6v4.25l2.75 1.75"

export const keyIcon = "M7 9a4 4 0 1 1 0 8a4 4 0 0 1 0-8ZM9.9 10.1 16.5 3.5M13 7l2.5 2.5M15.25 4.75l1.75 1.75"

export const lockIcon =
  "M6 8.75h8a2 2 0 0 1 2 2V15a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-4.25a2 2 0 0 1 2-2Z" +
  "M6.75 8.75V6.5a3.25 3.25 0 0 1 6.5 0v2.25"

export const linkIcon =
  "M8.5 11.5a3 3 0 0 0 4.25 0l2.75-2.75a3 3 0 0 0-4.25-4.25l-1 1" +
  "M11.5 8.5a3 3 0 0 0-4.25 0L4.5 11.25a3 3 0 0 0 4.25 4.25l1-1"

export const mailIcon =
  "M4.75 4.5h10.5a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H4.75a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM3.25 6 10 11l6.75-5"

export const passkeyIcon =
  "M7.75 3.25a3 3 0 1 1 0 6a3 3 0 0 1 0-6ZM2.5 16.25c.4-3 2.4-4.75 5.25-4.75.9 0 1.7.17 2.4.5" +
  "M14.5 8.5a2.25 2.25 0 1 1 0 4.5a2.25 2.25 0 0 1 0-4.5ZM14.5 13v5l1.75-1.25M14.5 15.5l1.25-.75"

export const phoneIcon = "M7.5 2.5h5a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-5a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2ZM9 14.75h2"

export const laptopIcon = "M5.5 4h9a1 1 0 0 1 1 1v7.5h-11V5a1 1 0 0 1 1-1ZM2.5 15.5h15"

/** A building, for sign-in with the account of an organization. */
export const organizationIcon =
  "M4.5 17V4.5a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1V17M12.5 8h2a1 1 0 0 1 1 1v8M3 17h14M7.25 7h2.5M7.25 10h2.5M7.25 13h2.5"

export const userIcon =
  "M10 3.25a3.25 3.25 0 1 1 0 6.5a3.25 3.25 0 0 1 0-6.5ZM3.75 16.75c.5-3.2 3-5 6.25-5s5.75 1.8 6.25 5"

export const backIcon = "M16 10H4.5M9 5.5 4.5 10 9 14.5"

export const downIcon = "m6 8 4 4 4-4"

export const upDownIcon = "m7 7.5 3-3 3 3M7 12.5l3 3 3-3"

export const moreIcon =
  "M4.75 9.35a.65.65 0 1 1 0 1.3a.65.65 0 0 1 0-1.3ZM10 9.35a.65.65 0 1 1 0 1.3a.65.65 0 0 1 0-1.3Z" +
  "M15.25 9.35a.65.65 0 1 1 0 1.3a.65.65 0 0 1 0-1.3Z"

export const plusIcon = "M10 4.5v11M4.5 10h11"

export const settingsIcon =
  "M3 6h5.5M13.5 6H17M3 14h3.5M11.5 14H17M11 3.75a2.25 2.25 0 1 1 0 4.5a2.25 2.25 0 0 1 0-4.5Z" +
  "M9 11.75a2.25 2.25 0 1 1 0 4.5a2.25 2.25 0 0 1 0-4.5Z"

export const teamIcon =
  "M7.25 4.25a2.75 2.75 0 1 1 0 5.5a2.75 2.75 0 0 1 0-5.5Z" +
  "M2 16c.4-2.8 2.5-4.25 5.25-4.25S12.1 13.2 12.5 16M12.5 4.5a2.75 2.75 0 0 1 .4 5.2" +
  "M15 12.2c1.7.6 2.75 1.9 3 3.8"

export const shieldIcon = "M10 2.5 16.25 5v4.5c0 4-2.5 6.6-6.25 8-3.75-1.4-6.25-4-6.25-8V5Z"

export const signOutIcon =
  "M8 3.5H5.25A1.75 1.75 0 0 0 3.5 5.25v9.5a1.75 1.75 0 0 0 1.75 1.75H8M8.5 10h8M13.25 6.75 16.5 10l-3.25 3.25"

export const penIcon = "m4 16 .75-3.25L13.5 4 16 6.5l-8.75 8.75ZM11.75 5.75l2.5 2.5"

export const trashIcon = "M3.5 5.5h13M8 5.5v-2h4v2M5 5.5l.7 11h8.6l.7-11"

export const moonIcon = "M16.5 11.8A7 7 0 1 1 8.2 3.5a5.6 5.6 0 0 0 8.3 8.3Z"

export const uploadIcon =
  "M10 13V4M6.5 7.25 10 3.75l3.5 3.5M3.5 13v1.75a1.75 1.75 0 0 0 1.75 1.75h9.5a1.75 1.75 0 0 0 1.75-1.75V13"

export const terminalIcon = "M2.75 4.5h14.5v11H2.75ZM6 8l2.5 2L6 12M10.5 12.5h3.5"

export const signInIcon =
  "M12 3.5h2.75a1.75 1.75 0 0 1 1.75 1.75v9.5a1.75 1.75 0 0 1-1.75 1.75H12M3.5 10H11.5" +
  "M8.25 6.75 11.5 10l-3.25 3.25"

/** Draws an icon by its path. Each path is a constant, so that bundles contain only the icons in use. */
export const Icon = ({ path }: { readonly path: string }) => (
  <svg className="ks-icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
)
