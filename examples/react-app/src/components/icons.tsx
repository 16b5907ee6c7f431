/** Icons in the color of the text beside them. Hidden from assistive technology, because a label is always present. */

export const sprigIcon =
  "M10 18V4.5M10 4.5c-1.7-.4-2.1-1.6-1.6-2.8C9.6 2 10.4 3 10 4.5ZM10 9C7.4 9.4 5.7 8.3 5.2 6.2 7.6 5.7 9.5 6.7 10 9Z" +
  "M10 9c2.6.4 4.3-.7 4.8-2.8C12.4 5.7 10.5 6.7 10 9ZM10 14c-3.2.5-5.3-.8-5.9-3.4 2.9-.6 5.3.7 5.9 3.4Z" +
  "M10 14c3.2.5 5.3-.8 5.9-3.4-2.9-.6-5.3.7-5.9 3.4Z"

export const pinIcon = "M7.5 2.75h5M8.5 2.75v4.5L5.75 10.5v1.25h8.5V10.5L11.5 7.25v-4.5M10 11.75v5.5"

export const peopleIcon =
  "M7.25 4.25a2.75 2.75 0 1 1 0 5.5a2.75 2.75 0 0 1 0-5.5ZM2 16c.4-2.8 2.5-4.25 5.25-4.25S12.1 13.2 12.5 16" +
  "M12.5 4.5a2.75 2.75 0 0 1 .4 5.2M15 12.2c1.7.6 2.75 1.9 3 3.8"

export const brushIcon = "M3.5 16.5c2.5 0 4-.7 4-2.5a2 2 0 0 0-3.9-.5M7 11.5 15 3.5a1.4 1.4 0 0 1 2 2L9 13.5"

export const checkIcon = "m4.5 10.5 3.5 3.5 7.5-8"

export const trashIcon = "M3.5 5.5h13M8 5.5v-2h4v2M5 5.5l.7 11h8.6l.7-11"

export const Icon = ({ path }: { readonly path: string }) => (
  <svg className="ks-icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={path} />
  </svg>
)
