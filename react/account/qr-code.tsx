/** A QR code. Loaded on demand, with the library that encodes it. */
import { encode } from "./uqr.ts"

/** Width of the empty border in modules (ISO/IEC 18004, section 5.3.8 requires four). */
const QUIET_ZONE = 4

export interface QrCodeProps {
  /** Accessible name. */
  readonly label: string
  readonly text: string
}

export const QrCode = ({ label, text }: QrCodeProps) => {
  const { data, size } = encode(text, { border: 0 })
  const dark = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("")
  return (
    <svg
      className="ks-qr"
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size + 2 * QUIET_ZONE} ${size + 2 * QUIET_ZONE}`}
    >
      <path d={dark} />
    </svg>
  )
}
