import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatBytes, formatDuration } from '../../i18n/format.ts'
import type { Translate } from '../../i18n/keys.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Resolutions, UploadRow } from './UploadRow.tsx'
import { useUploads } from './UploadsProvider.tsx'
import { isRunning, type UploadQueue } from './upload-queue.ts'
import { inOrderOfInterest, summarize, type UploadSummary } from './upload-summary.ts'

/** More rows than anyone reads would only cost time; the rest is counted. */
const SHOWN_ROWS = 60

/** What is on its way: all of it in one line, each file below. */
export function UploadTray() {
  const { t, tag } = useLanguage()
  const { queue, items } = useUploads()
  const [isOpen, setOpen] = useState(true)
  const bytesPerSecond = useRate(queue, items.some(isRunning))
  if (items.length === 0) return null
  const summary = summarize(items, bytesPerSecond)
  const title = titleOf(summary, t)
  const rows = inOrderOfInterest(items)
  const others = rows.length - SHOWN_ROWS
  const isAtWork = summary.running > 0
  return (
    <section
      aria-label={t('upload.tray')}
      className="z-30 flex max-h-[min(26rem,60dvh)] flex-col overflow-hidden border-line bg-raised max-md:border-t md:fixed md:end-7 md:bottom-5 md:w-[23.25rem] md:rounded-lg md:border md:shadow-float md:animate-rise"
    >
      <div className="px-4 pt-3 pb-3.5">
        <div className="flex items-center gap-1">
          <h2 className="min-w-0 flex-1 truncate font-semibold tabular-nums">{title}</h2>
          <IconButton
            small
            icon={isOpen ? ChevronDown : ChevronUp}
            label={t(isOpen ? 'upload.collapse' : 'upload.expand')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
          {isAtWork ? (
            <IconButton
              small
              icon={X}
              label={t('upload.cancelAll')}
              onClick={() => queue.cancelAll()}
            />
          ) : (
            <IconButton
              small
              icon={X}
              label={t('upload.dismiss')}
              onClick={() => {
                queue.cancelAll()
                queue.clear()
              }}
            />
          )}
        </div>
        {isAtWork ? (
          <>
            <p className="mt-1 mb-2.5 truncate text-sm text-muted tabular-nums">
              {describe(summary, bytesPerSecond, { t, tag })}
            </p>
            <ProgressBar
              label={t('upload.tray')}
              fraction={summary.totalBytes === 0 ? 0 : summary.sentBytes / summary.totalBytes}
              valueText={t('upload.bytes', {
                sent: formatBytes(summary.sentBytes, tag),
                total: formatBytes(summary.totalBytes, tag),
              })}
            />
          </>
        ) : null}
      </div>
      {isOpen ? (
        <>
          {summary.conflicts > 1 ? (
            <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line bg-accent-soft px-4 py-2.5 text-sm text-accent-ink">
              {t('upload.takenAll', { count: summary.conflicts })}
              <Resolutions onResolve={(resolution) => queue.resolveAll(resolution)} />
            </div>
          ) : null}
          <ul className="min-h-0 overflow-y-auto overscroll-contain">
            {rows.slice(0, SHOWN_ROWS).map((item) => (
              <UploadRow key={item.id} item={item} queue={queue} />
            ))}
            {others > 0 ? (
              <li className="border-t border-line px-4 py-3 text-sm text-muted tabular-nums">
                {t('upload.others', { count: others })}
              </li>
            ) : null}
          </ul>
        </>
      ) : null}
    </section>
  )
}

/** Once a second is often enough to read, and shows a stall although nothing happens. */
function useRate(queue: UploadQueue, isAtWork: boolean): number {
  const [rate, setRate] = useState(0)
  useEffect(() => {
    if (!isAtWork) return
    const timer = setInterval(() => setRate(queue.bytesPerSecond()), 1000)
    return () => {
      clearInterval(timer)
      setRate(0)
    }
  }, [queue, isAtWork])
  return rate
}

function titleOf(summary: UploadSummary, t: Translate): string {
  if (summary.running > 0) return t('upload.running', { count: summary.running })
  if (summary.conflicts + summary.failed > 0) return t('upload.stopped')
  if (summary.done === 0) return t('upload.nothing')
  return t('upload.finished', { count: summary.done })
}

/** `812 done · 3.1 of 4.6 GB · 84 MB/s · 18 s left` */
function describe(
  { done, sentBytes, totalBytes, secondsLeft }: UploadSummary,
  bytesPerSecond: number,
  { t, tag }: { t: Translate; tag: string },
): string {
  const parts = [
    done > 0 && t('upload.doneCount', { count: done }),
    t('upload.bytes', { sent: formatBytes(sentBytes, tag), total: formatBytes(totalBytes, tag) }),
    bytesPerSecond > 0 && t('upload.rate', { rate: formatBytes(bytesPerSecond, tag) }),
    secondsLeft !== undefined && t('upload.left', { time: formatDuration(secondsLeft, tag) }),
  ]
  return parts.filter(Boolean).join(' · ')
}
