import type { File } from '@awan/protocol/drive'
import { toServiceError } from '@awan/protocol/errors'
import { ArrowLeft, ChevronRight, Folder } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RowSkeletons } from '../../ui/RowSkeletons.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { useVisit } from '../VisitProvider.tsx'
import type { Edited } from './edited.ts'
import { useUndo } from './use-undo.ts'

const PAGE_SIZE = 100

interface Place {
  id: string
  name: string
}

/** Moves something to another folder below the top of the link. */
export function MoveDialog({
  file,
  onClose,
  onDone,
}: {
  file: Edited
  onClose: () => void
  onDone: () => void
}) {
  const t = useTexts()
  const { visit, drive, check } = useVisit()
  const toast = useToast()
  const messageOf = useErrorMessage()
  const undo = useUndo(onDone)
  // From the top of the link down to the folder that is looked into.
  const [path, setPath] = useState<readonly Place[]>([visit.node])
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const place = path.at(-1) ?? visit.node
  const isHere = place.id === file.parent_id

  function go(next: readonly Place[]) {
    setPath(next)
    setProblem(undefined)
  }

  async function move() {
    setBusy(true)
    setProblem(undefined)
    try {
      const begun = await drive.files.move([file.id], place.id, { conflict: 'fail' })
      const { task_id, failures } = await drive.tasks.wait(begun)
      const [failure] = failures
      if (failure?.error === 'already_exists') {
        setProblem(t('act.taken.text', { folder: place.name, name: file.name }))
        return setBusy(false)
      }
      if (failure) throw toServiceError({ error: failure.error })
      const topic = `move ${file.id}`
      const action = { label: t('act.undo'), run: () => void undo(task_id, topic) }
      toast({
        title: t('act.moved', { count: 1, name: place.name }),
        tone: 'done',
        topic,
        action,
      })
      onDone()
    } catch (error) {
      setBusy(false)
      if (await check()) setProblem(messageOf(error))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('act.pick.move', { count: 1 })}
      closeLabel={t('app.close')}
    >
      <div className="flex flex-col gap-4">
        <div className="flex min-h-10 items-center gap-1">
          {path.length > 1 ? (
            <IconButton
              icon={ArrowLeft}
              label={t('visit.back', { name: path.at(-2)?.name ?? '' })}
              onClick={() => go(path.slice(0, -1))}
            />
          ) : null}
          <p translate="no" className="min-w-0 truncate font-medium">
            {withoutTurns(place.name)}
          </p>
        </div>
        <Folders
          key={place.id}
          folderId={place.id}
          without={file.id}
          onOpen={(next) => go([...path, next])}
        />
        <Problem>{problem}</Problem>
        {isHere ? <p className="text-sm text-muted">{t('act.pick.same')}</p> : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button busy={isBusy} disabled={isHere} onClick={() => void move()}>
            {t('act.pick.moveHere', { name: place.name })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The folders in a folder, but for the one that is moved. */
function Folders({
  folderId,
  without,
  onOpen,
}: {
  folderId: string
  without: string
  onOpen: (place: Place) => void
}) {
  const t = useTexts()
  const { drive, check } = useVisit()
  const messageOf = useErrorMessage()
  const [folders, setFolders] = useState<readonly File[]>()
  const [next, setNext] = useState<string>()
  const [problem, setProblem] = useState<string>()

  async function read(pageToken: string | undefined, isWanted = () => true) {
    try {
      const page = await drive.files.list({
        parent_id: folderId,
        kind: 'folder',
        page_size: PAGE_SIZE,
        page_token: pageToken,
      })
      if (!isWanted()) return
      const found = page.files.filter(({ id }) => id !== without)
      setFolders((before = []) => [...before, ...found])
      setNext(page.next_page_token)
    } catch (error) {
      if ((await check()) && isWanted()) setProblem(messageOf(error))
    }
  }

  const begin = useEffectEvent((isWanted: () => boolean) => void read(undefined, isWanted))
  useEffect(() => {
    let isHere = true
    begin(() => isHere)
    return () => {
      isHere = false
    }
  }, [])

  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!folders) return <RowSkeletons count={2} />
  if (folders.length === 0) return <p className="text-sm text-muted">{t('act.pick.none')}</p>
  return (
    <div className="max-h-[40dvh] overflow-y-auto">
      <ul aria-label={t('act.pick.folders')}>
        {folders.map((folder) => (
          <li key={folder.id}>
            <button
              type="button"
              className="flex min-h-11 w-full items-center gap-3 rounded-sm px-2 text-start hover:bg-hover"
              onClick={() => onOpen(folder)}
            >
              <Folder aria-hidden="true" className="size-5 text-amber" strokeWidth={1.75} />
              <span translate="no" className="min-w-0 flex-1 truncate">
                {withoutTurns(folder.name)}
              </span>
              <ChevronRight aria-hidden="true" className="size-4.5 text-muted" strokeWidth={1.75} />
            </button>
          </li>
        ))}
      </ul>
      {next === undefined ? null : (
        <Button look="plain" size="small" onClick={() => void read(next)}>
          {t('act.pick.more')}
        </Button>
      )}
    </div>
  )
}
