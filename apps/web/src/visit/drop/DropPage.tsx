import { FolderUp, Inbox, Upload } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createListSource } from '../../drive/listing/list-source.ts'
import { plainView } from '../../drive/listing/list-view.ts'
import { ListWindow } from '../../drive/listing/list-window.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { UploadsHere } from '../uploads/UploadsHere.tsx'
import { useSend } from '../uploads/use-send.ts'
import { useVisit } from '../VisitProvider.tsx'
import { useWhere } from '../where.ts'
import { DropRuleList } from './DropRuleList.tsx'
import { isOver, refusalOf } from './drop-rules.ts'
import { type Refused, RefusedFiles } from './RefusedFiles.tsx'
import { SentList } from './SentList.tsx'
import { useFullness } from './use-fullness.ts'

/** A drop folder: who asks for what, the way to send it, and what this visitor has sent. */
export function DropPage() {
  const { t, tag } = useLanguage()
  const { visit, drive, onChange } = useVisit()
  const { node, label, owner_name: owner, drop: rules = {} } = visit
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const title =
    label ?? (owner === undefined ? t('visit.drop.title') : t('visit.drop.asks', { name: owner }))
  usePageTitle(title, t('app.name'))
  // What was sent in folders is looked at folder by folder; what is sent next goes to the top.
  const where = useWhere()
  const folderId = where ?? node.id
  const list = useMemo(
    () => new ListWindow(createListSource(drive, { kind: 'folder', folderId }, plainView)),
    [drive, folderId],
  )
  useEffect(() => {
    list.begin()
    const stop = onChange(() => list.outdate())
    return () => {
      stop()
      list.leave()
    }
  }, [list, onChange])
  const isTooLate = useIsOver(rules)
  const isFull = useFullness() && !isTooLate
  return (
    <>
      <div className="flex flex-col items-center border-line border-b px-4 pt-8 pb-6 text-center md:px-6">
        <span
          aria-hidden="true"
          className="mb-4 grid size-14 place-items-center rounded-full bg-accent-soft text-accent-ink"
        >
          <Inbox className="size-6" strokeWidth={1.75} />
        </span>
        <h1 className="max-w-xl text-xl font-semibold tracking-[-0.015em] [overflow-wrap:anywhere]">
          {title}
        </h1>
        {label !== undefined && owner !== undefined ? (
          <p className="mt-1 text-muted">{t('visit.drop.asks', { name: owner })}</p>
        ) : null}
        {isTooLate ? (
          <Ended title={t('visit.drop.over')}>
            {t('visit.drop.over.hint', { time: formatMoment(new Date(rules.deadline ?? 0), tag) })}
          </Ended>
        ) : (
          <>
            <DropRuleList rules={rules} />
            <Chooser onRefused={setRefused} />
          </>
        )}
        {isFull ? <Ended title={t('visit.drop.full')}>{t('visit.drop.full.hint')}</Ended> : null}
        <RefusedFiles refused={refused} rules={rules} />
      </div>
      {isTooLate ? null : <UploadsHere folder={node} onArrived={() => list.outdate()} />}
      <SentList key={folderId} list={list} folderId={where} />
    </>
  )
}

function Chooser({ onRefused }: { onRefused: (refused: readonly Refused[]) => void }) {
  const t = useTexts()
  const { node, drop: rules = {} } = useVisit().visit
  const send = useSend(node.id)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)

  function offer(chosen: readonly File[]) {
    const judged = chosen.map((file) => ({ file, why: refusalOf(file, rules) }))
    onRefused(judged.flatMap(({ file, why }) => (why ? [{ name: file.name, why }] : [])))
    send.files(judged.flatMap(({ file, why }) => (why ? [] : [file])))
  }

  const input = (ref: typeof files, isFolder: boolean) => (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      accept={isFolder ? undefined : rules.types?.join(',')}
      {...(isFolder && { webkitdirectory: '' })}
      onChange={({ target }) => {
        offer([...(target.files ?? [])])
        // The same ones may be chosen again.
        target.value = ''
      }}
    />
  )
  return (
    <div className="mt-5 flex w-full max-w-xl flex-col items-center gap-3 rounded-lg border-2 border-line-strong border-dashed px-4 py-7">
      <div className="flex flex-wrap justify-center gap-2">
        <Button onPointerEnter={send.prepare} onClick={() => files.current?.click()}>
          <Upload aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          {t('visit.drop.choose')}
        </Button>
        <Button look="quiet" onPointerEnter={send.prepare} onClick={() => folder.current?.click()}>
          <FolderUp aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          {t('visit.drop.chooseFolder')}
        </Button>
      </div>
      <p className="text-sm text-muted pointer-coarse:hidden">{t('visit.drop.here')}</p>
      <p className="text-sm text-muted">{t('visit.drop.yours')}</p>
      {input(files, false)}
      {input(folder, true)}
    </div>
  )
}

function Ended({ title, children }: { title: string; children: string }) {
  return (
    <div
      role="status"
      className="mt-5 w-full max-w-xl rounded-md bg-amber-soft px-4 py-3 text-start"
    >
      <p className="font-semibold">{title}</p>
      <p className="text-sm">{children}</p>
    </div>
  )
}

/** Also for whoever has the page open when the time is over. */
function useIsOver(rules: Parameters<typeof isOver>[0]): boolean {
  return useSyncExternalStore(subscribeToSeconds, () => isOver(rules, Date.now()))
}

function subscribeToSeconds(listener: () => void): () => void {
  const timer = setInterval(listener, 1_000)
  return () => clearInterval(timer)
}
