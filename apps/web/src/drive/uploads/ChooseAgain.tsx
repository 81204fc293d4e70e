import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ChooseInput } from './ChooseInput.tsx'

/** A button for files, or a folder, that were chosen once before. */
export function ChooseAgain({
  label,
  isFolder = false,
  onChosen,
}: {
  label: string
  isFolder?: boolean
  onChosen: (files: readonly File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <ChooseInput ref={input} isFolder={isFolder} onChosen={onChosen} />
    </>
  )
}
