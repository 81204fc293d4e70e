import type { File } from '@awan/protocol/drive'
import { ArrowLeft, ChevronRight, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ListWindow } from '../../drive/listing/list-window.ts'
import { useListState } from '../../drive/listing/use-list-state.ts'
import { formatBytes, formatWhen } from '../../i18n/format.ts'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { FileList } from '../folder/FileList.tsx'
import { VisitPicture } from '../pictures/VisitPicture.tsx'
import { useNode } from '../use-node.ts'
import { useVisit } from '../VisitProvider.tsx'
import { hrefOf } from '../where.ts'

/** What this visitor has sent. Until somebody has opened it, it can be withdrawn. */
export function SentList({
  list,
  folderId,
}: {
  list: ListWindow
  /** Of what was sent; undefined for all of it. */
  folderId: string | undefined
}) {
  const t = useTexts()
  const { rowCount, isLoading } = useListState(list)
  if (rowCount === 0 && !isLoading && folderId === undefined) {
    return (
      <p className="px-4 py-8 text-center text-sm text-muted md:px-6">{t('visit.sent.none')}</p>
    )
  }
  return (
    <section aria-labelledby="sent">
      <h2 id="sent" className="px-4 pt-5 pb-2 font-semibold md:px-6">
        {t('visit.sent', { count: rowCount })}
      </h2>
      {folderId === undefined ? null : <SentFolder id={folderId} />}
      <FileList
        list={list}
        label={t('visit.sent', { count: rowCount })}
        layout="list"
        renderLine={(file) => <SentLine file={file} list={list} />}
      />
    </section>
  )
}

/** The way back from a folder that was sent. */
function SentFolder({ id }: { id: string }) {
  const t = useTexts()
  const { visit } = useVisit()
  const { node } = useNode(id)
  const above = node?.ancestors.at(-1)
  const isTop = above === undefined || above.id === visit.node.id
  return (
    <div className="flex items-center gap-1 px-2 pb-2 md:px-4">
      <a
        href={hrefOf(isTop ? undefined : above.id)}
        aria-label={isTop ? t('visit.sent.all') : t('visit.back', { name: above.name })}
        className="grid size-9 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
      >
        <ArrowLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </a>
      <p translate="no" className="min-w-0 truncate font-medium">
        {node?.name}
      </p>
    </div>
  )
}

function SentLine({ file, list }: { file: File; list: ListWindow }) {
  const { t, tag } = useLanguage()
  const { isBusy, withdraw } = useWithdraw(list)
  const when = formatWhen(new Date(file.created_time), new Date(), { t, tag })
  return (
    <div className="flex h-full items-center gap-3 border-line border-b px-4 md:px-6">
      <VisitPicture file={file} shape="row" />
      <div className="min-w-0 flex-1">
        {file.kind === 'folder' ? (
          <a
            translate="no"
            href={hrefOf(file.id)}
            title={file.name}
            className="block truncate font-medium after:absolute after:inset-0"
          >
            {withoutTurns(file.name)}
          </a>
        ) : (
          <p translate="no" title={file.name} className="truncate font-medium">
            {withoutTurns(file.name)}
          </p>
        )}
        <p className="truncate text-sm text-muted tabular-nums">
          {file.kind === 'folder' ? when : `${when} · ${formatBytes(file.size, tag)}`}
        </p>
      </div>
      {file.kind === 'folder' ? (
        <ChevronRight aria-hidden="true" className="size-5 text-muted" strokeWidth={1.75} />
      ) : file.capabilities.includes('edit') ? (
        <Button
          look="quiet"
          size="small"
          busy={isBusy}
          aria-label={t('visit.withdrawOne', { name: file.name })}
          onClick={() => void withdraw(file)}
        >
          <Undo2 aria-hidden="true" className="size-4" strokeWidth={1.75} />
          {t('visit.withdraw')}
        </Button>
      ) : (
        <span className="text-sm text-muted">{t('visit.sent.opened')}</span>
      )}
    </div>
  )
}

function useWithdraw(list: ListWindow) {
  const t = useTexts()
  const { drive, check } = useVisit()
  const handleError = useErrorHandler()
  const showToast = useToast()
  const announce = useAnnounce()
  const [isBusy, setBusy] = useState(false)

  async function withdraw({ id, name }: File) {
    setBusy(true)
    try {
      const { failures = [] } = await drive.tasks.wait(await drive.files.trash([id]))
      if (failures.length > 0) {
        showToast({
          title: t('visit.withdraw.late', { name }),
          text: t('visit.withdraw.late.hint'),
        })
      } else announce(t('visit.withdrawn', { name }))
      await list.refresh()
    } catch (error) {
      if (await check()) handleError(error)
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, withdraw }
}
