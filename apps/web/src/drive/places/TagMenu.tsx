import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useConfirm } from '../../session/use-confirm.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { useDriveActions } from '../actions/use-drive-actions.ts'
import { useDrive } from '../DriveProvider.tsx'
import { useOfflineReason } from '../offline/use-offline.ts'
import type { WholePlace } from '../selection/whole-place.ts'
import { tagsQuery } from '../tags-query.ts'
import { RenameTagDialog } from './RenameTagDialog.tsx'

/** What can be done with a tag: it is another one, or none, for all that has it. */
export function TagMenu({ tag }: { tag: string }) {
  const t = useTexts()
  const actions = useDriveActions()
  const navigate = useNavigate()
  const { ask, dialog } = useConfirm()
  const [isRenaming, setRenaming] = useState(false)
  const isOffline = useOfflineReason() !== undefined
  const known = useQuery(tagsQuery(useDrive())).data?.tags ?? []
  const count = known.find((each) => each.tag === tag)?.count ?? 0
  if (count === 0 || isOffline) return null
  const tagged: WholePlace = {
    inside: { place: 'drive', tag },
    exceptIds: [],
    count,
    letGo: () => undefined,
  }

  async function rename(name: string) {
    setRenaming(false)
    if (name === tag) return
    await actions.tag(tagged, { add: [name], remove: [tag] })
    await navigate({ to: '/tags/$tag', params: { tag: name } })
  }

  function remove() {
    ask({
      words: (t) => ({
        title: t('tag.delete.ask', { tag }),
        text: t('tag.delete.hint', { count }),
        confirm: t('tag.delete'),
      }),
      async act() {
        await actions.tag(tagged, { remove: [tag] })
        return true
      },
    })
  }

  return (
    <>
      <Menu trigger={<IconButton icon={EllipsisVertical} label={t('tag.actions', { tag })} />}>
        <MenuItem icon={Pencil} onSelect={() => setRenaming(true)}>
          {t('tag.rename')}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} isDanger onSelect={remove}>
          {t('tag.delete')}
        </MenuItem>
      </Menu>
      {dialog}
      {isRenaming ? (
        <RenameTagDialog
          tag={tag}
          others={known.map((each) => each.tag)}
          onName={(name) => void rename(name)}
          onClose={() => setRenaming(false)}
        />
      ) : null}
    </>
  )
}
