import { ROOT_ID } from '@awan/protocol'
import { useQuery } from '@tanstack/react-query'
import { Folder, FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../../i18n/without-turns.ts'
import { useSub } from '../../../session/ClientProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { allows, type WithCapabilities } from '../../access/allows.ts'
import { useRightsIn } from '../../access/use-rights.ts'
import { useDrive, useDriveId } from '../../DriveProvider.tsx'
import { folderQuery } from '../../drive-queries.ts'
import { type Chosen, isWhole } from '../../selection/whole-place.ts'
import { useTopName } from '../../use-folder.ts'
import { NewFolderField } from './NewFolderField.tsx'
import { PickTree } from './PickTree.tsx'
import { keepRecentFolder, type RecentFolder, readRecentFolders } from './recent-folders.ts'

interface PickFolderProps {
  purpose: 'move' | 'copy' | 'shortcut'
  chosen: Chosen
  onTake: (folder: RecentFolder) => void
  onClose: () => void
}

/** In the drive that the files are in. */
export function PickFolderHere(props: PickFolderProps) {
  const isOwn = useDriveId() === undefined
  const topName = useTopName()
  const home = useHome(props.chosen)
  // Nothing leaves what is shared: its top is the top here.
  const top = isOwn ? { id: ROOT_ID, name: topName } : home?.top
  const capabilities = useRightsIn(top?.id ?? ROOT_ID)
  return (
    <PickFolder
      {...props}
      home={home}
      top={top && { ...top, name: top.name || topName, capabilities }}
    />
  )
}

/** A folder of the tree below one, a new one in it, or one of the last. */
export function PickFolder({
  purpose,
  chosen,
  top,
  home = NOWHERE,
  onTake,
  onClose,
}: PickFolderProps & {
  /** Undefined while it is not known. */
  top: PickedFolder | undefined
  /** Where the files are now, if that is here. */
  home?: Home | undefined
}) {
  const t = useTexts()
  const driveId = useDriveId()
  const sub = useSub() ?? ''
  // Each drive has its own.
  const recentOf = driveId === undefined ? sub : `${sub}.${driveId}`
  const [recent] = useState(() => readRecentFolders(localStorage, recentOf))
  const [picked, setPicked] = useState<PickedFolder>()
  const [isNaming, setNaming] = useState(false)
  const folder = picked ?? top ?? { id: ROOT_ID, name: t('nav.files') }
  const canAdd = allows(folder, 'add')
  const files = isWhole(chosen) ? [] : chosen
  const barred = new Set(files.filter(({ kind }) => kind === 'folder').map(({ id }) => id))
  const offered = recent.filter(({ id }) => !barred.has(id))
  const isSame = purpose === 'move' && isHome(home, folder.id)

  function take() {
    if (isSame || !canAdd) return
    if (folder.id !== top?.id) keepRecentFolder(localStorage, recentOf, folder)
    onTake(folder)
  }

  return (
    <>
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
                  <span className="truncate">{withoutTurns(one.name)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {top === undefined ? null : (
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
          <span className="truncate">{t(`act.pick.${purpose}Here`, { name: folder.name })}</span>
        </Button>
      </div>
    </>
  )
}

const NOWHERE: Home = { folderId: undefined, isTop: false, way: [] }

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
  if (only === undefined || only === null) return NOWHERE
  if (isPending) return undefined
  const way = data?.ancestors.map(({ id }) => id) ?? []
  const top = data && (data.ancestors[0] ?? data)
  return { folderId: only, isTop: data?.parent_id === null, way: [...way, only], top }
}

function isHome(home: Home | undefined, folderId: string): boolean {
  if (!home) return false
  return folderId === home.folderId || (folderId === ROOT_ID && home.isTop)
}
