const tones = { accent: 'bg-accent', amber: 'bg-amber', danger: 'bg-danger' } as const

/** The colour of room that is used up: full is nothing to be pleased about. */
export function roomTone(fraction: number): keyof typeof tones {
  if (fraction >= 1) return 'danger'
  return fraction >= 0.9 ? 'amber' : 'accent'
}

/** A thin bar; the label says of what. */
export function ProgressBar({
  fraction,
  label,
  valueText,
  tone = 'accent',
}: {
  fraction: number
  label: string
  valueText: string
  tone?: keyof typeof tones
}) {
  const percent = Math.round(Math.min(1, Math.max(0, fraction)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={`h-full rounded-full transition-[width] duration-200 ease-out ${tones[tone]}`}
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}
