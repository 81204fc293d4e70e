/** Which of two looks of the same file is shown. */
export function ViewSwitch<View extends string>({
  label,
  views,
  value,
  onChoose,
}: {
  label: string
  views: readonly { value: View; label: string }[]
  value: View
  onChoose: (view: View) => void
}) {
  return (
    <fieldset aria-label={label} className="me-1 flex rounded-md bg-sunken p-0.5">
      {views.map((view) => (
        <button
          key={view.value}
          type="button"
          aria-pressed={view.value === value}
          onClick={() => onChoose(view.value)}
          className="min-h-8 rounded-[0.625rem] px-3 text-sm font-medium text-muted aria-pressed:bg-raised aria-pressed:text-text aria-pressed:shadow-sm pointer-coarse:min-h-10"
        >
          {view.label}
        </button>
      ))}
    </fieldset>
  )
}
