import { Download, LayoutGrid, List } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { createListSource } from '../../drive/listing/list-source.ts'
import type { ListView } from '../../drive/listing/list-view.ts'
import { ListWindow } from '../../drive/listing/list-window.ts'
import { useListState } from '../../drive/listing/use-list-state.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { DownloadNote } from '../DownloadNote.tsx'
import { EditAction } from '../edit/EditAction.tsx'
import { SaveAction } from '../SaveAction.tsx'
import { AddActions } from '../uploads/AddActions.tsx'
import { UploadsHere } from '../uploads/UploadsHere.tsx'
import { useDownload } from '../use-download.ts'
import type { VisitFolder } from '../use-node.ts'
import { VisitHead } from '../VisitHead.tsx'
import { useVisit } from '../VisitProvider.tsx'
import { EmptyList } from './EmptyList.tsx'
import { FileLine } from './FileLine.tsx'
import { FileList } from './FileList.tsx'
import { type Layout, layoutOf } from './layout-of.ts'
import { SortChoice } from './SortChoice.tsx'

/** A folder: what is in it, as lines or tiles, and what the link allows to do with it. */
export function FolderPage({ folder }: { folder: VisitFolder }) {
  const t = useTexts()
  const { visit, drive, onChange, check } = useVisit()
  const [view, setView] = useState<ListView>({ order: 'name', direction: 'asc', filter: {} })
  const [chosen, setChosen] = useState<'list' | 'tiles'>()
  const { isBusy, download } = useDownload()
  const list = useMemo(
    () => new ListWindow(createListSource(drive, { kind: 'folder', folderId: folder.id }, view)),
    [drive, folder.id, view],
  )
  const { rowCount, isLoading, error } = useListState(list)
  useEffect(() => {
    list.begin()
    const stop = onChange(() => list.outdate())
    return () => {
      stop()
      list.leave()
    }
  }, [list, onChange])
  useEffect(() => {
    if (error !== null) void check()
  }, [error, check])
  const layout: Layout = layoutOf(list, chosen)
  const refresh = () => void list.refresh()
  const canAdd = folder.capabilities.includes('add')
  return (
    <>
      <VisitHead
        node={folder}
        facts={isLoading || error !== null ? [] : [t('visit.items', { count: rowCount })]}
        actions={
          <>
            {canAdd ? <AddActions folder={folder} onAdded={refresh} /> : null}
            <SaveAction node={folder} />
            {visit.allow_download && rowCount > 0 ? (
              <Button
                look={canAdd ? 'quiet' : 'primary'}
                busy={isBusy}
                onClick={() => void download(folder)}
              >
                <Download aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
                {t('visit.downloadAll')}
              </Button>
            ) : null}
          </>
        }
      />
      <DownloadNote />
      {canAdd ? <UploadsHere folder={folder} onArrived={() => list.outdate()} /> : null}
      {error !== null ? (
        <LoadProblem
          title={t('error.load')}
          hint={t('error.load.hint')}
          retryLabel={t('app.retry')}
          onRetry={() => list.retry()}
        />
      ) : rowCount === 0 && !isLoading ? (
        <EmptyList canAdd={canAdd} />
      ) : (
        <>
          <div className="flex items-center justify-between px-1.5 py-1.5 md:px-3.5">
            <SortChoice view={view} onChoose={setView} />
            <div className="me-2.5 flex">
              <IconButton
                icon={List}
                label={t('visit.list')}
                aria-pressed={layout === 'list'}
                className={layout === 'list' ? 'bg-accent-soft text-accent-ink' : ''}
                onClick={() => setChosen('list')}
              />
              <IconButton
                icon={LayoutGrid}
                label={t('visit.tiles')}
                aria-pressed={layout !== 'list'}
                className={layout === 'list' ? '' : 'bg-accent-soft text-accent-ink'}
                onClick={() => setChosen('tiles')}
              />
            </div>
          </div>
          <FileList
            list={list}
            label={t('visit.files')}
            layout={layout}
            renderLine={(file) => (
              <FileLine file={file} onDownload={() => void download(file)} onChanged={refresh} />
            )}
            renderMenu={(file) => (
              <EditAction file={file} onChanged={refresh} className="bg-surface/85" />
            )}
          />
        </>
      )}
    </>
  )
}
