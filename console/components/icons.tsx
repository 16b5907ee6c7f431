/** Icons in the color of the text beside them. Hidden from assistive technology, because a label is always present. */
import {
  alertIcon,
  checkIcon,
  eyeIcon,
  eyeOffIcon,
  Icon as PathIcon,
  mailIcon,
  plusIcon,
  userIcon
} from "../../react/components/icons.tsx"

const paths = {
  logo: "M8.5 2.5a3.25 3.25 0 1 1 0 6.5a3.25 3.25 0 0 1 0-6.5ZM8.5 9v8.5M8.5 12.75h5M8.5 16.75h5",
  alert: alertIcon,
  check: checkIcon,
  copy:
    "M9 7h5.75a2 2 0 0 1 2 2v5.75a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2Z" +
    "M13 7V5.25a2 2 0 0 0-2-2H5.25a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7",
  plus: plusIcon,
  bin:
    "M3.75 5.5h12.5M7.75 5.5V4a1 1 0 0 1 1-1h2.5a1 1 0 0 1 1 1v1.5M5.25 5.5l.6 9.6" +
    "a1.75 1.75 0 0 0 1.75 1.65h4.8a1.75 1.75 0 0 0 1.75-1.65l.6-9.6M8.5 9v4.5M11.5 9v4.5",
  eye: eyeIcon,
  eyeOff: eyeOffIcon,
  mail: mailIcon,
  user: userIcon,
  send: "M17 3 8.75 11.25M17 3l-5 14-3.25-5.75L3 8Z",
  list: "M3.5 5.5h13M3.5 10h13M3.5 14.5h8"
}

export type IconName = keyof typeof paths

export const Icon = ({ name }: { readonly name: IconName }) => <PathIcon path={paths[name]} />
