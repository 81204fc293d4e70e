import { FolderPlus, FolderUp, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { ChooseInput } from '../../drive/uploads/ChooseInput.tsx'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import type { VisitFolder } from '../use-node.ts'
import { useSend } from './use-send.ts'

const newFolder = lazyPart(() =>
  import('./NewFolderDialog.tsx').then((part) => part.NewFolderDialog),
)

/** Files, a folder with all that is in it, or a new folder. */
export function AddActions({
  folder,
  onAdded,
}: {
  folder: Pick<VisitFolder, 'id'>
  onAdded: () => void
}) {
  const t = useTexts()
  const files = useRef<HTMLInputElement>(null)
  const wholeFolder = useRef<HTMLInputElement>(null)
  const [isNaming, setNaming] = useState(false)
  const NewFolderDialog = usePart(newFolder, {
    isWanted: isNaming,
    onMissing: () => setNaming(false),
  })
  const send = useSend(folder.id)
  return (
    <>
      <Button onClick={() => files.current?.click()}>
        <Upload aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        {t('visit.upload')}
      </Button>
      <IconButton
        icon={FolderUp}
        label={t('visit.uploadFolder')}
        className="border border-line-strong size-10"
        onClick={() => wholeFolder.current?.click()}
      />
      <IconButton
        icon={FolderPlus}
        label={t('visit.newFolder')}
        className="border border-line-strong size-10"
        onClick={() => setNaming(true)}
      />
      <ChooseInput ref={files} onChosen={send.files} />
      <ChooseInput ref={wholeFolder} isFolder onChosen={send.files} />
      {isNaming && NewFolderDialog ? (
        <NewFolderDialog
          folderId={folder.id}
          onClose={() => setNaming(false)}
          onCreated={onAdded}
        />
      ) : null}
    </>
  )
}
