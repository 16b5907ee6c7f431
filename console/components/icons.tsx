/** Icons in the color of the text beside them. Hidden from assistive technology, because a label is always present. */

const paths = {
  logo: "M8.5 2.5a3.25 3.25 0 1 1 0 6.5a3.25 3.25 0 0 1 0-6.5ZM8.5 9v8.5M8.5 12.75h5M8.5 16.75h5",
  alert: "M10 2.75a7.25 7.25 0 1 1 0 14.5a7.25 7.25 0 0 1 0-14.5ZM10 6.25v4.5M10 13.5v.01",
  check: "m4.5 10.5 3.5 3.5 7.5-8",
  copy:
    "M9 7h5.75a2 2 0 0 1 2 2v5.75a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2Z" +
    "M13 7V5.25a2 2 0 0 0-2-2H5.25a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7",
  plus: "M10 4.5v11M4.5 10h11",
  bin:
    "M3.75 5.5h12.5M7.75 5.5V4a1 1 0 0 1 1-1h2.5a1 1 0 0 1 1 1v1.5M5.25 5.5l.6 9.6" +
    "a1.75 1.75 0 0 0 1.75 1.65h4.8a1.75 1.75 0 0 0 1.75-1.65l.6-9.6M8.5 9v4.5M11.5 9v4.5",
  eye:
    "M1.75 10s3-5.5 8.25-5.5 8.25 5.5 8.25 5.5-3 5.5-8.25 5.5S1.75 10 1.75 10Z" +
    "M10 7.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 0 1 0-5Z",
  eyeOff:
    "M8.2 4.7a8 8 0 0 1 1.8-.2c5.25 0 8.25 5.5 8.25 5.5a14 14 0 0 1-2.3 2.9M5.2 6a13.5 13.5 0 0 0-3.45 4s3 5.5 8.25 " +
    "5.5c1.6 0 3-.5 4.1-1.2M8.3 8.2a2.5 2.5 0 0 0 3.5 3.5M3 3l14 14",
  mail: "M4.75 4.5h10.5a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H4.75a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM3.25 6 10 11l6.75-5",
  user: "M10 3.25a3.25 3.25 0 1 1 0 6.5a3.25 3.25 0 0 1 0-6.5ZM3.75 16.75c.5-3.2 3-5 6.25-5s5.75 1.8 6.25 5",
  send: "M17 3 8.75 11.25M17 3l-5 14-3.25-5.75L3 8Z",
  list: "M3.5 5.5h13M3.5 10h13M3.5 14.5h8"
}

export type IconName = keyof typeof paths

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="ks-icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)
