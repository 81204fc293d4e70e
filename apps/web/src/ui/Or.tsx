/** A hairline with a word in it, between one way and another. */
export function Or({ label }: { label: string }) {
  return (
    <div className="my-5 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {label}
    </div>
  )
}
