import type { UploadSummary } from '@awan/client/upload-manager'
import { expect, test } from 'vitest'
import type { Translate } from '../../i18n/keys.ts'
import type { UploadsState } from './drive-uploads.ts'
import { lineOf, titleOf } from './tray-texts.ts'
import { newsOf } from './upload-news.ts'

const t = ((key, ...[values]) =>
  values ? `${key} ${Object.values(values).join(' ')}` : key) as Translate

type Files = Partial<UploadSummary['files']>

function summary(files: Files, more: Partial<UploadSummary> = {}): UploadSummary {
  const ended = { done: 0, instant: 0, failed: 0, unreadable: 0, skipped: 0, cancelled: 0 }
  return {
    files: { total: 0, asking: 0, ...ended, ...files },
    bytes: { total: 0, done: 0 },
    isCounting: false,
    isActive: true,
    bytesPerSecond: 0,
    remainingMs: undefined,
    halt: undefined,
    additions: [],
    ...more,
  }
}

function state(now?: UploadSummary, asked?: UploadsState['asked']): UploadsState {
  return { summary: now, asked, left: [], folderIds: [], problem: undefined }
}

test('an upload of twenty thousand files announces its start, each quarter and its end', () => {
  const said: string[] = []
  let before = state()
  for (let done = 0; done <= 20_000; done += 100) {
    const now = state(summary({ total: 20_000, done }, { bytes: { total: 20_000, done } }))
    const news = newsOf(before, now, t)
    if (news !== undefined) said.push(news)
    before = now
  }
  expect(said).toEqual([
    'upload.running 20000',
    'upload.announce.percent 25',
    'upload.announce.percent 50',
    'upload.announce.percent 75',
    'upload.finished 20000',
  ])
})

test('uploads that ended before anything was announced are announced by their end', () => {
  expect(newsOf(state(), state(summary({ total: 2, done: 2 })), t)).toBe('upload.finished 2')
  expect(newsOf(state(), state(summary({})), t)).toBeUndefined()
})

const NOTHING_KNOWN = { modified_time: undefined, source: undefined, holder: undefined }

test('a question, a lost connection and a result are announced at once, and only once', () => {
  const going = state(summary({ total: 2 }))
  const asked = state(summary({ total: 2 }), {
    ...NOTHING_KNOWN,
    id: 7,
    path: 'trip/a.txt',
    size: 1,
  })
  expect(newsOf(going, asked, t)).toBe('upload.announce.taken a.txt')
  expect(newsOf(asked, asked, t)).toBeUndefined()
  const offline = state(summary({ total: 2 }, { halt: { kind: 'offline' } }))
  expect(newsOf(going, offline, t)).toBe('upload.offline')
  expect(newsOf(offline, offline, t)).toBeUndefined()
  const failed = state(summary({ total: 2, done: 1, failed: 1 }))
  expect(newsOf(going, failed, t)).toBe('upload.finishedSome 1 2 1')
  expect(newsOf(going, state(summary({ total: 2, skipped: 2 })), t)).toBe('upload.nothing')
})

test('the upload title tells the overall state, and why uploads wait', () => {
  expect(titleOf(summary({}, { isCounting: true }), t)).toBe('upload.counting')
  expect(titleOf(summary({ total: 9, done: 3, skipped: 2 }), t)).toBe('upload.running 7')
  expect(titleOf(summary({ total: 9 }, { halt: { kind: 'paused' } }), t)).toBe('upload.paused')
  expect(titleOf(summary({ total: 9, done: 8, asking: 1 }), t)).toBe('upload.stopped')
  expect(titleOf(summary({ total: 9, done: 8, failed: 1 }), t)).toBe('upload.finishedSome 8 9 1')
  const unread = summary({ total: 9, done: 5, skipped: 2, failed: 2, unreadable: 2 })
  expect(titleOf(unread, t)).toBe('upload.finishedUnread 5 7 2')
  expect(titleOf(summary({ total: 9, done: 8, skipped: 1 }), t)).toBe('upload.finished 8')
  expect(titleOf(summary({ total: 9, cancelled: 9 }), t)).toBe('upload.nothing')
})

test('the line below the title shows only known figures', () => {
  const bytes = { total: 4_600_000, done: 3_100_000 }
  const files = { total: 1204, done: 812 }
  expect(lineOf(summary(files, { bytes }), t, 'en')).toBe(
    'upload.doneCount 812 · upload.bytes 3.1 MB 4.6 MB',
  )
  const fast = { bytes, bytesPerSecond: 84_000, remainingMs: 18_000 }
  expect(lineOf(summary(files, fast), t, 'en')).toBe(
    'upload.doneCount 812 · upload.bytes 3.1 MB 4.6 MB · upload.rate 84 kB · upload.left 18 sec',
  )
})

test('while all bytes are sent and the server has not answered, no time is predicted', () => {
  const bytes = { total: 4_600_000, done: 4_600_000 }
  const sent = { bytes, bytesPerSecond: 84_000, remainingMs: 0 }
  expect(lineOf(summary({ total: 1 }, sent), t, 'en')).toBe(
    'upload.bytes 4.6 MB 4.6 MB · upload.finishing',
  )
})

test('while all uploads wait for a decision about names, neither rate nor time is shown', () => {
  const bytes = { total: 4_600_000, done: 3_100_000 }
  const asking = { bytes, bytesPerSecond: 84_000, remainingMs: 1_000, isActive: false }
  expect(lineOf(summary({ total: 1, asking: 1 }, asking), t, 'en')).toBe(
    'upload.bytes 3.1 MB 4.6 MB',
  )
})
