import { describe, expect, test } from 'vitest'
import { toMimeType } from './mime-type.ts'

describe('without a type from the sender, the extension decides', () => {
  test.each([
    ['photo.JPG', 'image/jpeg'],
    ['scan.jfif', 'image/jpeg'],
    ['phone.heic', 'image/heic'],
    ['canon.HIF', 'image/heif'],
    ['raw.CR2', 'image/x-canon-cr2'],
    ['raw.dng', 'image/x-adobe-dng'],
    ['small.avif', 'image/avif'],
    ['logo.svg', 'image/svg+xml'],
    ['favicon.ico', 'image/x-icon'],
    ['clip.mov', 'video/quicktime'],
    ['clip.mkv', 'video/x-matroska'],
    ['clip.m4v', 'video/mp4'],
    ['song.flac', 'audio/flac'],
    ['song.opus', 'audio/ogg'],
    ['song.m4a', 'audio/mp4'],
    ['song.wav', 'audio/wav'],
    ['notes.md', 'text/markdown'],
    ['page.html', 'text/html'],
    ['program.js', 'text/javascript'],
    ['feed.xml', 'application/xml'],
    ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['letter.odt', 'application/vnd.oasis.opendocument.text'],
    ['app.apk', 'application/vnd.android.package-archive'],
    ['backup.tar.gz', 'application/gzip'],
    ['backup.rar', 'application/vnd.rar'],
  ])('%s is %s', (name, type) => {
    expect(toMimeType(undefined, name)).toBe(type)
  })

  test.each(['main.ts', 'main.mts', 'main.rs', 'README', '.html', 'name.', 'a.constructor', ''])(
    'the name %j gives no media type',
    (name) => {
      expect(toMimeType(undefined, name)).toBeNull()
    },
  )
})

test('a media type from the sender wins, in lower case and with its parameters', () => {
  expect(toMimeType(' Text/Plain; charset=UTF-8 ', 'a.png')).toBe('text/plain; charset=utf-8')
})

test.each(['', 'png', 'text/', 'text/html\r\nx: y', 'a b/c', `text/plain;${'a'.repeat(250)}`])(
  '%j is not a media type, so the name decides',
  (given) => {
    expect(toMimeType(given, 'a.png')).toBe('image/png')
  },
)
