import type { Translate } from '../../i18n/keys.ts'
import { countOpen, type UploadsState } from './drive-uploads.ts'
import { endOf } from './tray-texts.ts'

/** What is worth saying aloud about uploads: few things, however many files there are. */
export function newsOf(before: UploadsState, now: UploadsState, t: Translate): string | undefined {
  const { summary, asked } = now
  if (asked && asked.id !== before.asked?.id) {
    return t('upload.announce.taken', { name: nameOf(asked.path) })
  }
  if (!summary) return undefined
  const halt = summary.halt?.kind
  if (halt !== before.summary?.halt?.kind && countOpen(summary) > 0) {
    if (halt === 'offline') return t('upload.offline')
    if (halt === 'quota') return t('upload.full')
    if (halt === 'paused') return t('upload.paused')
  }
  const { total } = summary.files
  const wasOpen = before.summary
    ? countOpen(before.summary) > 0 || before.summary.isCounting
    : false
  const isOpen = countOpen(summary) > 0 || summary.isCounting
  const isNew = before.summary === undefined && total > 0
  if ((wasOpen || isNew) && !isOpen) return endOf(summary, t)
  if (isOpen && !wasOpen) return total > 0 ? t('upload.running', { count: total }) : undefined
  // Quarters are enough to know that it goes on.
  const quarter = quarterOf(now)
  if (isOpen && !summary.isCounting && quarter > quarterOf(before)) {
    return t('upload.announce.percent', { percent: quarter * 25 })
  }
  return undefined
}

/** Those of the bytes that have arrived; of files without any, those of the files. */
export function fractionOf({ bytes, files }: NonNullable<UploadsState['summary']>): number {
  if (bytes.total > 0) return bytes.done / bytes.total
  return files.total > 0 ? files.done / files.total : 0
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function quarterOf({ summary }: UploadsState): number {
  return summary ? Math.floor(fractionOf(summary) * 4) : 0
}
