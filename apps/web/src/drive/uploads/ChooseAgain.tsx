import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ChooseInput } from './ChooseInput.tsx'

/** A button for files, or a folder, that were chosen once before. */
export function ChooseAgain({
  label,
  look = 'primary',
  isFolder = false,
  onChosen,
}: {
  label: string
  look?: 'primary' | 'quiet'
  isFolder?: boolean
  onChosen: (files: readonly File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look={look} size="small" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <ChooseInput ref={input} isFolder={isFolder} onChosen={onChosen} />
    </>
  )
}
