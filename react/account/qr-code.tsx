/** A QR code. Loaded on demand, with the library that encodes it. */
import { encode } from "uqr"

export interface QrCodeProps {
  /** Accessible name. */
  readonly label: string
  readonly text: string
}

export const QrCode = ({ label, text }: QrCodeProps) => {
  const { data, size } = encode(text, { border: 0 })
  const dark = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("")
  return (
    <svg className="ks-qr" role="img" aria-label={label} viewBox={`-2 -2 ${size + 4} ${size + 4}`}>
      <path d={dark} />
    </svg>
  )
}
