import { ROOT_ID } from '@awan/protocol'
import { useQuery } from '@tanstack/react-query'
import { Folder, FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { allows, type WithCapabilities } from '../../access/allows.ts'
import { useRightsIn } from '../../access/use-rights.ts'
import { useDrive, useDriveId } from '../../DriveProvider.tsx'
import { folderQuery } from '../../drive-queries.ts'
import { type Chosen, countOf, isWhole } from '../../selection/whole-place.ts'
import { useDriveActions } from '../use-drive-actions.ts'
import { NewFolderField } from './NewFolderField.tsx'
import { PickTree } from './PickTree.tsx'
import { keepRecentFolder, type RecentFolder, readRecentFolders } from './recent-folders.ts'

/** Where to move or copy: a folder of the tree, a new one in it, or one of the last. */
export function PickDialog({
  purpose,
  chosen,
  onClose,
}: {
  purpose: 'move' | 'copy'
  chosen: Chosen
  onClose: () => void
}) {
  const t = useTexts()
  const actions = useDriveActions()
  const driveId = useDriveId()
  const sub = useSub() ?? ''
  // Each drive has its own.
  const recentOf = driveId === undefined ? sub : `${sub}.${driveId}`
  const home = useHome(chosen)
  const [recent] = useState(() => readRecentFolders(localStorage, recentOf))
  const [picked, setPicked] = useState<PickedFolder>()
  // Nothing leaves what is shared: its top is the top here.
  const top = driveId === undefined ? { id: ROOT_ID, name: t('nav.files') } : home?.top
  const capabilities = useRightsIn(top?.id ?? ROOT_ID)
  const [isNaming, setNaming] = useState(false)
  const folder = picked ?? { id: ROOT_ID, name: t('nav.files'), ...top, capabilities }
  const canAdd = allows(folder, 'add')
  const files = isWhole(chosen) ? [] : chosen
  const barred = new Set(files.filter(({ kind }) => kind === 'folder').map(({ id }) => id))
  const offered = recent.filter(({ id }) => !barred.has(id))
  const isSame = purpose === 'move' && isHome(home, folder.id)

  function take() {
    if (isSame || !canAdd) return
    if (folder.id !== top?.id) keepRecentFolder(localStorage, recentOf, folder)
    onClose()
    void actions[purpose](chosen, folder.id)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t(purpose === 'move' ? 'act.pick.move' : 'act.pick.copy', { count: countOf(chosen) })}
      closeLabel={t('app.close')}
    >
      <div className="flex flex-col gap-3">
        {offered.length === 0 ? null : (
          <div>
            <h3 className="mb-1.5 text-sm text-muted">{t('act.pick.recent')}</h3>
            <ul aria-label={t('act.pick.recent')} className="flex flex-wrap gap-2">
              {offered.map((one) => (
                <li key={one.id} className="max-w-full">
                  <button
                    type="button"
                    aria-pressed={folder.id === one.id}
                    onClick={() => setPicked(one)}
                    className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line-strong px-3 text-sm font-medium hover:bg-hover aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink pointer-coarse:min-h-11"
                  >
                    <Folder
                      aria-hidden="true"
                      className="size-3.5 shrink-0 text-amber"
                      strokeWidth={2}
                    />
                    <span className="truncate">{one.name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
        {home === undefined || top === undefined ? null : (
          <PickTree
            top={top}
            chosenId={folder.id}
            barred={barred}
            openAtFirst={home.way}
            onChoose={setPicked}
            onTake={take}
          />
        )}
        {isNaming ? (
          <NewFolderField
            parent={folder}
            onDone={(made) => {
              setNaming(false)
              if (made) setPicked(made)
            }}
          />
        ) : (
          <Button
            look="plain"
            size="small"
            disabled={!canAdd}
            className="self-start"
            onClick={() => setNaming(true)}
          >
            <FolderPlus aria-hidden="true" className="size-4" strokeWidth={1.75} />
            {t('act.pick.newIn', { name: folder.name })}
          </Button>
        )}
        <p role="status" className="min-h-5 text-sm text-muted">
          {canAdd ? (isSame ? t('act.pick.same') : '') : t('files.noAdd')}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button disabled={isSame || !canAdd} onClick={take} className="min-w-0">
            <span className="truncate">
              {t(purpose === 'move' ? 'act.pick.moveHere' : 'act.pick.copyHere', {
                name: folder.name,
              })}
            </span>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** One that was chosen lately does not say what may be done in it. */
type PickedFolder = RecentFolder & WithCapabilities

interface Home {
  /** Undefined where they come from several. */
  folderId: string | undefined
  isTop: boolean
  /** From the top down, itself too. */
  way: readonly string[]
  /** The uppermost folder that the caller sees. */
  top?: RecentFolder | undefined
}

/** Where the files are now; undefined while it is not known. */
function useHome(chosen: Chosen): Home | undefined {
  const drive = useDrive()
  const parents = new Set(
    isWhole(chosen) ? [chosen.inside.folder_id] : chosen.map(({ parent_id }) => parent_id),
  )
  const [only] = parents.size === 1 ? parents : []
  const { data, isPending } = useQuery({
    ...folderQuery(drive, only ?? ROOT_ID),
    enabled: only !== undefined && only !== null,
  })
  if (only === undefined || only === null) return { folderId: undefined, isTop: false, way: [] }
  if (isPending) return undefined
  const way = data?.ancestors.map(({ id }) => id) ?? []
  const top = data && (data.ancestors[0] ?? data)
  return { folderId: only, isTop: data?.parent_id === null, way: [...way, only], top }
}

function isHome(home: Home | undefined, folderId: string): boolean {
  if (!home) return false
  return folderId === home.folderId || (folderId === ROOT_ID && home.isTop)
}
