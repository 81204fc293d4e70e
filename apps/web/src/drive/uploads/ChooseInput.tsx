import type { Ref } from 'react'

/** The browser's own window to choose files, or a folder with all that is in it. A button clicks it. */
export function ChooseInput({
  ref,
  isFolder = false,
  accept,
  onChosen,
}: {
  ref: Ref<HTMLInputElement>
  isFolder?: boolean
  /** What is offered, as browsers write it. */
  accept?: string
  onChosen: (files: readonly File[]) => void
}) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      accept={accept}
      {...(isFolder && { webkitdirectory: '' })}
      onChange={({ target }) => {
        onChosen([...(target.files ?? [])])
        // The same ones may be chosen again.
        target.value = ''
      }}
    />
  )
}
