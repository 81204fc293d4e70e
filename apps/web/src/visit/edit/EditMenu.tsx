import { EllipsisVertical, FolderInput, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { useVisit } from '../VisitProvider.tsx'
import type { Edited } from './edited.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { useEditTexts } from './use-edit-texts.ts'
import { useTrash } from './use-trash.ts'

type Asked = 'rename' | 'move'

/** What a visitor may change about one file or folder. The top of the link itself stays as it is. */
export function EditMenu({
  file,
  onChanged,
  className,
}: {
  file: Edited
  onChanged: () => void
  className?: string
}) {
  const t = useTexts()
  const { visit } = useVisit()
  const isReady = useEditTexts()
  const trash = useTrash(onChanged)
  const chosen = useRef<Asked | 'trash'>(undefined)
  const [dialog, setDialog] = useState<Asked>()
  const isTop = file.id === visit.node.id
  if (!isReady) return null

  /** Once the focus is back at the button, so that a dialog leads back there. */
  function begin() {
    const next = chosen.current
    chosen.current = undefined
    if (next === 'trash') void trash(file)
    else setDialog(next)
  }

  const close = () => setDialog(undefined)
  const done = () => {
    close()
    onChanged()
  }
  const item = (name: Asked | 'trash') => ({
    onSelect() {
      chosen.current = name
    },
  })
  return (
    <>
      <Menu
        align="end"
        onClosed={begin}
        trigger={
          <IconButton
            icon={EllipsisVertical}
            label={t('act.menu', { name: file.name })}
            className={className}
          />
        }
      >
        <MenuItem icon={Pencil} {...item('rename')}>
          {t('act.rename')}
        </MenuItem>
        {isTop ? null : (
          <>
            <MenuItem icon={FolderInput} {...item('move')}>
              {t('act.moveTo')}
            </MenuItem>
            <MenuItem icon={Trash2} isDanger {...item('trash')}>
              {t('act.trash')}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'rename' ? <RenameDialog file={file} onClose={close} onDone={done} /> : null}
      {dialog === 'move' ? <MoveDialog file={file} onClose={close} onDone={done} /> : null}
    </>
  )
}
