import { encode } from 'uqr'

/** A QR code, dark on light in every theme: cameras want it so. Loaded only where one is shown. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full rounded-md bg-paper"
    >
      <path d={squares.join('')} fill="var(--ink)" />
    </svg>
  )
}
