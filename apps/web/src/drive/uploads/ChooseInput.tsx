import type { Ref } from 'react'

/** The browser's own window to choose files, or a folder with all that is in it. A button clicks it. */
export function ChooseInput({
  ref,
  isFolder = false,
  onChosen,
}: {
  ref: Ref<HTMLInputElement>
  isFolder?: boolean
  onChosen: (files: readonly File[]) => void
}) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      {...(isFolder && { webkitdirectory: '' })}
      onChange={({ target }) => {
        onChosen([...(target.files ?? [])])
        // The same ones may be chosen again.
        target.value = ''
      }}
    />
  )
}
