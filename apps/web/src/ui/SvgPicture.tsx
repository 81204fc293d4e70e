import { useEffect, useState } from 'react'

/** A drawing that came from elsewhere. In an image nothing of it can run or reach the page. */
export function SvgPicture({
  svg,
  label,
  className,
}: {
  svg: string
  label: string
  className: string
}) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [svg])
  return address === undefined ? (
    <div className={className} />
  ) : (
    <img src={address} alt={label} className={className} />
  )
}
