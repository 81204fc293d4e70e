import type { UploadSummary } from '@awan/client/upload-manager'
import { formatBytes, formatDuration } from '../../i18n/format.ts'
import type { Translate } from '../../i18n/keys.ts'
import { countOpen } from './drive-uploads.ts'

/** What is happening to all of them, in a few words. */
export function titleOf(summary: UploadSummary, t: Translate): string {
  const { total, skipped, cancelled, asking } = summary.files
  const open = countOpen(summary)
  if (total === 0) return t('upload.counting')
  if (open > 0) {
    const halt = summary.halt?.kind
    if (halt === 'paused') return t('upload.paused')
    if (halt === 'offline') return t('upload.offline')
    if (halt === 'quota') return t('upload.full')
    if (halt === 'signed-out') return t('upload.signedOut')
    if (asking === open && !summary.isCounting) return t('upload.stopped')
    return t('upload.running', { count: total - skipped - cancelled })
  }
  if (summary.isCounting) return t('upload.running', { count: total })
  return endOf(summary, t)
}

/** How it ended: what did not arrive is counted too. */
export function endOf({ files }: UploadSummary, t: Translate): string {
  const { done, failed: count, unreadable, skipped, cancelled } = files
  if (count > 0) {
    const total = files.total - skipped - cancelled
    const text = unreadable === count ? 'upload.finishedUnread' : 'upload.finishedSome'
    return t(text, { done, total, count })
  }
  return done === 0 ? t('upload.nothing') : t('upload.finished', { count: done })
}

/** `812 done · 3.1 of 4.6 GB · 84 MB/s · 18 s left` */
export function lineOf(summary: UploadSummary, t: Translate, tag: string): string {
  const { files, bytes, bytesPerSecond, remainingMs, halt, isActive, isCounting } = summary
  // From here on it takes as long as the server needs to answer.
  const isSent = isActive && !isCounting && !halt && bytes.total > 0 && bytes.done >= bytes.total
  const isGoing = isActive && !isSent
  const isTrying = halt?.kind === 'back-off'
  const parts = [
    isTrying && t('upload.noAnswer'),
    files.done > 0 && t('upload.doneCount', { count: files.done }),
    files.instant > 0 && t('upload.instantCount', { count: files.instant }),
    t('upload.bytes', {
      sent: formatBytes(bytes.done, tag),
      total: formatBytes(bytes.total, tag),
    }),
    halt?.kind === 'quota' && t('upload.full.hint'),
    isSent && t('upload.finishing'),
    isGoing && bytesPerSecond > 0 && t('upload.rate', { rate: formatBytes(bytesPerSecond, tag) }),
    isGoing &&
      remainingMs !== undefined &&
      t('upload.left', { time: formatDuration(remainingMs / 1000, tag) }),
  ]
  return parts.filter(Boolean).join(' · ')
}
